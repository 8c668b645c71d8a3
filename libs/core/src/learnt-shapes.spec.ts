import type { JsonSchema, ShapeStore } from '@sluice/contracts';
import { fakeClock } from '@sluice/contracts/testing';
import { createCatalogue } from '@sluice/search-index';
import type { CatalogueTool } from '@sluice/search-index';
import { describe, expect, it } from 'vitest';
import { createLearntShapes } from './learnt-shapes.js';

function toolOf(more: { description?: string; outputSchema?: JsonSchema } = {}): CatalogueTool {
  const tool = { name: 't', rawName: 't', inputSchema: {}, ...more };
  const [found] = createCatalogue([{ name: 's', tools: [tool] }]).tools;
  if (found === undefined) throw new Error('The catalogue lost the tool.');
  return found;
}

function setUp(kept: readonly (readonly [string, JsonSchema])[] = []) {
  const written: (readonly (readonly [string, JsonSchema])[])[] = [];
  const store: ShapeStore = {
    read: async () => new Map(kept),
    write: async (shapes) => void written.push(Array.from(shapes)),
  };
  const clock = fakeClock();
  return { clock, written, learnt: createLearntShapes({ store, clock, hash: (text) => text }) };
}

describe('createLearntShapes()', () => {
  it('learns types, never a value, and merges what it sees', () => {
    const { learnt } = setUp();
    learnt.learn(toolOf(), { id: 7, name: 'secret' });
    learnt.learn(toolOf(), { id: 8 });
    expect(learnt.shapeOf(toolOf())).toEqual({
      type: 'object',
      properties: { id: { type: 'number' }, name: { type: 'string' } },
      required: ['id'],
    });
  });

  it('forgets a tool that changed, and learns nothing of one that declares its output', () => {
    const { learnt } = setUp();
    learnt.learn(toolOf(), 1);
    expect(learnt.shapeOf(toolOf({ description: 'Changed.' }))).toBeUndefined();
    const declared = toolOf({ outputSchema: { type: 'object' } });
    learnt.learn(declared, 1);
    expect(learnt.shapeOf(declared)).toBeUndefined();
  });

  it('learns nothing of a tool whose definition is nested deeper than the stack', () => {
    const { learnt } = setUp();
    const inputSchema = JSON.parse(`${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}`);
    const deep = { ...toolOf(), tool: { ...toolOf().tool, inputSchema } };
    learnt.learn(deep, 1);
    expect(learnt.shapeOf(deep)).toBeUndefined();
  });

  it('looks at the first results and then at fewer and fewer', () => {
    const { learnt } = setUp();
    const tool = toolOf();
    for (let call = 1; call <= 7; call++) learnt.learn(tool, call === 7 ? null : 1);
    expect(learnt.shapeOf(tool)).toEqual({ type: 'number' });
    learnt.learn(tool, null);
    expect(learnt.shapeOf(tool)).toEqual({ type: ['null', 'number'] });
  });

  it('writes what is new together, and at the end, and reads it again', async () => {
    const { learnt, clock, written } = setUp();
    learnt.learn(toolOf(), 1);
    learnt.learn(toolOf(), 1);
    expect(written).toEqual([]);
    await clock.advanceAsync(5000);
    expect(written).toHaveLength(1);
    await learnt.close();
    learnt.learn(toolOf(), 'x');
    await learnt.close();
    await learnt.close();
    expect(written).toHaveLength(2);
    expect(clock.pending).toBe(0);
    const again = setUp(written[1]);
    await again.learnt.close();
    expect(again.learnt.shapeOf(toolOf())).toEqual({ type: ['number', 'string'] });
  });

  it('is bounded', async () => {
    const { learnt, written } = setUp();
    for (let index = 0; index < 2100; index++) learnt.learn(toolOf({ description: `${index}` }), 1);
    await learnt.close();
    expect(written[0]).toHaveLength(2000);
    expect(learnt.shapeOf(toolOf({ description: '0' }))).toBeUndefined();
    expect(learnt.shapeOf(toolOf({ description: '2099' }))).toEqual({ type: 'number' });
  });
});
