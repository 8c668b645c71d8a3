import type { ContentBlock, Json, JsonObject } from '@sluice/contracts';
import type { AskForm, AskOutcome } from '@sluice/core';

/**
 * What a client gets back. Our own tools answer with text, once; never the same data twice. Tools of
 * upstreams, and those that have the shapes of other products, answer as those do.
 */
export interface ToolAnswer {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: Json;
  readonly _meta?: JsonObject;
}

/** A person has to be asked before there is an answer. */
export interface ToolQuestions {
  /** Names what waits; the next turn hands it back with the replies. */
  readonly resume: string;
  /** By keys that are unique within what waits. */
  readonly forms: Readonly<Record<string, ToolForm>>;
}

/** One question, ready to be shown. */
export interface ToolForm {
  /** Foreign words in it are defused. */
  readonly message: string;
  readonly schema: AskForm['schema'];
  /** For how many milliseconds from now a reply still counts. */
  readonly waitMs: number;
}

/** One turn with a face that can show forms. */
export interface AskingTurn {
  /** {@link ToolQuestions.resume} of the turn before; absent in the first. */
  readonly resume?: string;
  /** By the keys of the forms; what is missing is asked again. */
  readonly replies: Readonly<Record<string, AskOutcome>>;
}

/** What a turn ends with. */
export type ToolOutcome = ToolAnswer | ToolQuestions;

/** Whether a person has to be asked. */
export function isQuestions(outcome: object): outcome is ToolQuestions {
  return 'forms' in outcome;
}
