import type { JsonObject } from '@sluice/contracts';

/** A question of a program to the person at the client, as a face shows it. */
export interface AskForm {
  /** The program's own words. */
  readonly question: string;
  /** One flat object, as MCP elicitation allows (`requestedSchema`). */
  readonly schema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, JsonObject>>;
    readonly required: readonly string[];
  };
}

/** What came of it. `content` is unchecked. */
export type AskOutcome =
  | { readonly kind: 'accept'; readonly content: unknown }
  | {
      /** `unavailable`: nobody can be asked any more. */
      readonly kind: 'decline' | 'cancel' | 'timeout' | 'unavailable';
    };

/** Shows a question and waits for the person; settles when `signal` is aborted, too. */
export type AskPerson = (form: AskForm, signal: AbortSignal) => Promise<AskOutcome>;
