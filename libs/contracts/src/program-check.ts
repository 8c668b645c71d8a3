import type { Position } from './run.js';
import type { ToolId } from './tool.js';

/**
 * What becomes of mistakes that are found in a program before it starts. `enforce`: those that would surely
 * make it fail keep it from starting, doubtful ones are told with the answer; `warn`: all are told with
 * the answer; `off`: nobody looks.
 */
export const checkModes = ['off', 'warn', 'enforce'] as const;

/** One of {@link checkModes}. */
export type CheckMode = (typeof checkModes)[number];

/** Looks for mistakes in a program without running it. Implemented by `program-check`. */
export interface ProgramChecker {
  /**
   * Looks at one program. Never rejects and never takes longer than its own limits: what cannot be looked at in
   * time is not looked at.
   */
  check(request: CheckRequest, signal: AbortSignal): Promise<CheckOutcome>;
  /** Gets ready in the background, so that the first program need not wait. Never rejects. */
  warm(): Promise<void>;
  /** Ends whatever it started. Idempotent. */
  close(): Promise<void>;
}

/** A program, and the declarations of the tools that it uses. Plain data. */
export interface CheckRequest {
  /** The body of an async function: the very text that would run. */
  readonly text: string;
  readonly servers: readonly CheckedServer[];
}

/** A server as a program knows it. */
export interface CheckedServer {
  /** Its names in `tools`. */
  readonly names: readonly string[];
  /** Its name as a global of its own; absent where it has none. */
  readonly bareName?: string;
  /** Those of its tools that the program uses; of others nothing is known. */
  readonly tools: readonly CheckedTool[];
}

/** A tool as a program knows it. */
export interface CheckedTool {
  readonly id: ToolId;
  /** Its names within its server. */
  readonly names: readonly string[];
  /** The type of its value, as TypeScript; absent where any value may come. */
  readonly result?: CheckedType;
}

/** A type, as TypeScript. */
export interface CheckedType {
  readonly text: string;
  /** Types that the text and they themselves name; `interface` bodies by name. */
  readonly named: readonly { readonly name: string; readonly body: string }[];
  /** Whether it was only seen, not declared: what it lacks may be there next time. */
  readonly isObserved: boolean;
}

/** What became of a look at a program. */
export type CheckOutcome =
  | {
      readonly status: 'checked';
      readonly mistakes: readonly ProgramMistake[];
      /** Calls of known tools, with what is known of their arguments before the program runs. */
      readonly calls: readonly StaticCall[];
    }
  /** `starting`: not ready in time; `slow`: the program took too long; `failed`: it broke the checker; `cancelled`. */
  | {
      readonly status: 'unchecked';
      readonly reason: 'starting' | 'slow' | 'failed' | 'cancelled';
    };

/** One mistake, at a place in the text that would run. */
export type ProgramMistake = MistakeKind & {
  readonly position: Position;
  /** Whether the program surely fails, or surely gets nothing, where it comes to this place. */
  readonly isSure: boolean;
};

/** What is wrong. Names are those of the program and of the declarations. */
export type MistakeKind =
  | {
      /** Something is read from the value of a tool that it does not have. */
      readonly kind: 'field';
      /** The property; absent where the value is iterated over. */
      readonly field?: string;
      readonly toolId: ToolId;
      readonly isObserved: boolean;
      /** Names that the value has there; empty where it is no object. */
      readonly known: readonly string[];
      /** What it is instead of an object, in a word of TypeScript. */
      readonly type?: string;
    }
  | {
      /** A promise is used as if it were its value. */
      readonly kind: 'await';
      /** The property that is asked of the promise; absent where the promise as a whole is used. */
      readonly field?: string;
    }
  /** Nobody waits for a call. */
  | { readonly kind: 'floating'; readonly toolId?: ToolId; readonly isForEach: boolean }
  /** A global that no program has. */
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'unreachable' }
  /** A name that is used before its declaration, or a constant that is assigned to. */
  | { readonly kind: 'binding'; readonly name: string; readonly isConstant: boolean };

/** One call of a tool in the text. */
export interface StaticCall {
  readonly toolId: ToolId;
  /** Of the call. */
  readonly position: Position;
  readonly args: StaticValue;
  /** Whether the program may catch what the call throws: then it may be meant to fail. */
  readonly isCaught: boolean;
}

/** What is known of a value before the program runs. */
export type StaticValue = {
  readonly position: Position;
} & (
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean | null }
  | {
      readonly kind: 'object';
      /** Each name once. */
      readonly members: readonly { readonly name: string; readonly value: StaticValue }[];
      /** Whether it may have more members than these. */
      readonly isOpen: boolean;
    }
  | { readonly kind: 'array'; readonly elements: readonly StaticValue[] }
  | {
      readonly kind: 'some';
      /** JSON types that it may have; empty: any. */
      readonly types: readonly StaticType[];
      /** Whether this rests on what a tool says of its results. */
      readonly isDeclared: boolean;
    }
);

/** A JSON type. Integers are numbers. */
export type StaticType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';
