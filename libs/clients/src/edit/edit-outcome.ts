import type { JsonObject } from '@sluice/contracts';

/** A text with a change in it, or why it cannot be changed; `reason` continues "Cannot change <file>: ". */
export type EditOutcome =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** The part of a place that an edit needs. */
export interface EditPlace {
  readonly format: 'json' | 'toml' | 'yaml';
  /** The first that is there counts; where none is, the last one is made. */
  readonly sections: readonly (readonly string[])[];
}

/** One server to be written. */
export interface NewEntry {
  readonly name: string;
  readonly value: JsonObject;
  /** One line that is written above it, where the file is not all on one line. */
  readonly comment?: string | undefined;
}

/** The outcome of an edit that does not read back as it was meant. */
export const notAsMeant: EditOutcome = {
  ok: false,
  reason: 'its form is one in which Sluice does not know how to write',
};
