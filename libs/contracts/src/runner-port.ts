import type { ErrorCode } from './errors.js';
import type { ProgramHost, RunEnd, RunRequest } from './run.js';
import type { SandboxProtection } from './settings.js';

/**
 * Runs programs. Implemented by `runner-host`.
 */
export interface RunnerPort {
  /**
   * Runs one program in a fresh runner. Never rejects for what the program does; aborting `signal`
   * kills the runner and ends the run with `RUN_CANCELLED`. When it settles nothing of the run is left.
   */
  run(request: RunRequest, host: ProgramHost, signal: AbortSignal): Promise<RunEnd>;
  /**
   * Starts what makes the first run fast: a host that serves calls it once and need not await it.
   * Runs do without. Never rejects.
   */
  warm?(): Promise<void>;
  /** Finds and tries the sandbox once; for `doctor`. */
  inspect(): Promise<RunnerInspection>;
  /** Kills every runner. Idempotent. */
  close(): Promise<void>;
}

/** What led to the Deno that is used: a setting, a variable, the npm package beside Sluice, or the PATH. */
export type DenoOrigin = 'sandbox.deno' | 'SLUICE_DENO' | 'package' | 'PATH';

/** What `doctor` shows of the sandbox. */
export type RunnerInspection =
  | {
      readonly ok: true;
      readonly denoPath: string;
      readonly denoVersion: string;
      readonly denoFrom: DenoOrigin;
      readonly layers: readonly string[];
      /** What the operating system keeps a runner from, and the layers that do so; none where it does not. */
      readonly protections: readonly {
        readonly name: SandboxProtection;
        readonly by: readonly string[];
      }[];
      /** Why a layer that this machine seems to have is not used. */
      readonly problems: readonly string[];
    }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint?: string;
    };
