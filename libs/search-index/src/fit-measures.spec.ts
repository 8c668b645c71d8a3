import { describe, expect, it } from 'vitest';
import { createCatalogue } from './create-catalogue.js';
import { measureFit } from './fit-measures.js';

const [tool] = createCatalogue([
  {
    name: 'parcel',
    tools: [
      {
        name: 'track_shipment',
        rawName: 'track_shipment',
        description: 'Follows a shipment to its door. Needs a number.',
        inputSchema: {},
      },
    ],
  },
]).tools;
const texts = ['parcel', 'track', 'shipment', 'follow', 'zebra', 'number'];
/** A query of words that weigh the same; after a `~` only a synonym of the tool's own word. */
const measure = (...words: string[]) => {
  const concepts = words.map((word) => {
    const term = texts.indexOf(word.replace('~', ''));
    return { weight: 1, terms: [{ term, share: word.startsWith('~') ? 0.15 : 1 }] };
  });
  if (tool === undefined) throw new Error('the catalogue is empty');
  const query = { concepts, weight: words.length, readAs: [] };
  return measureFit(tool, query, (term) => texts[term] ?? '', { score: 7, tenthShare: 0.5 });
};

describe('measureFit()', () => {
  it('counts what a tool says of itself first, and apart what its server is called', () => {
    expect(measure('parcel', 'track', 'zebra', 'number')).toEqual({
      heldShare: 0.5,
      heldBesideServer: 1 / 3,
      missing: 2,
      verbSaid: 1,
      scoreShare: 0.5,
      tenthShare: 0.5,
      length: 4,
    });
  });

  it('counts a synonym for less', () => {
    expect(measure('~track', 'shipment')).toMatchObject({ heldShare: 0.8, verbSaid: 0.6 });
  });

  it('bears a query of nothing', () => {
    expect(measure()).toMatchObject({ heldShare: 0, heldBesideServer: 1, scoreShare: 0 });
  });
});
