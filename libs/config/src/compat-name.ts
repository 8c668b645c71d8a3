import { SluiceError } from '@sluice/contracts';

/** Products that Sluice stands in for. */
const compatNames = ['jsmcp', 'toolpipe', 'toolscript'] as const;

/** The names that `--compat` takes. */
export type CompatName = (typeof compatNames)[number];

/**
 * `--compat` of a command line.
 *
 * @throws SluiceError `USAGE` naming what is there
 */
export function readCompatFlag(text: string): CompatName {
  const name = compatNames.find((known) => known === text);
  if (name !== undefined) return name;
  throw new SluiceError('USAGE', `--compat names ${JSON.stringify(text)}, which is not known`, {
    hint: `There are ${compatNames.join(', ')}.`,
  });
}
