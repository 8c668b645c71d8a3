import { setMaxListeners } from 'node:events';
import type { Clock } from '@sluice/contracts';
import type { AskPerson, AskForm, AskOutcome, RunContext, RunReport } from '@sluice/core';
import { presentAsk } from '../present/present-ask.js';
import type { AskingTurn, ToolForm, ToolQuestions } from '../tools/tool-outcome.js';
import type { ToolContext } from '../tools/tool-row.js';

/** What {@link createParkedRuns} needs. */
export interface ParkedRunsOptions {
  readonly clock: Clock;
  /** A fresh, unguessable id for each run. */
  readonly newId: () => string;
  /** How long a person may take, in milliseconds (`consent.timeoutSeconds`). */
  readonly timeoutMs: number;
}

/** Runs that wait for a person between two requests of their client. */
export interface ParkedRuns {
  /** Starts a run of a program that may ask; settles at its end or at its first question. */
  start(
    run: (context: RunContext) => Promise<RunReport>,
    by: ToolContext,
    code: string,
  ): Promise<Turn>;
  /** Hands replies to the run and waits on; undefined when no such run of the session and the program waits. */
  resume(turn: AskingTurn, by: ToolContext, code: string): Promise<Turn> | undefined;
  /** Kills the session's runs that wait. */
  endSession(sessionId: string): void;
}

/** What a turn ends with. */
export type Turn = RunReport | ToolQuestions;

/** Runs that may wait for a person at once: each holds a process. */
const maxParked = 32;

/** Questions that come this close together are shown together, in milliseconds. */
const gatherMs = 25;

/** How long the report of a run whose client is away is kept for it, in milliseconds. */
const keepMs = 60_000;

interface Asked {
  readonly form: Omit<ToolForm, 'waitMs'>;
  readonly expiresAt: number;
  readonly settle: (outcome: AskOutcome) => void;
}

interface ParkedRun {
  readonly sessionId: string;
  /** As the client sent it: the retry of another program must not get this one's result. */
  readonly code: string;
  readonly abort: AbortController;
  reply(replies: AskingTurn['replies']): void;
  /** Waits with a request for the end or the next question. */
  attach(by: ToolContext): Promise<Turn>;
}

/** Makes the place where a run stays while its client has to ask a person and come back. */
export function createParkedRuns({ clock, newId, timeoutMs }: ParkedRunsOptions): ParkedRuns {
  const runs = new Map<string, ParkedRun>();

  return {
    start(run, by, code) {
      const id = `p_${newId()}`;
      const parked = park(id, run, by, code);
      return parked.attach(by);
    },
    resume({ resume = '', replies }, by, code) {
      const run = runs.get(resume);
      if (run?.sessionId !== by.session.id || run.code !== code) return undefined;
      run.reply(replies);
      return run.attach(by);
    },
    endSession(sessionId) {
      for (const run of runs.values()) if (run.sessionId === sessionId) run.abort.abort();
    },
  };

  function park(
    id: string,
    run: (context: RunContext) => Promise<RunReport>,
    { session }: ToolContext,
    code: string,
  ): ParkedRun {
    const abort = new AbortController();
    const pending = new Map<string, Asked>();
    let asked = 0;
    let onAsked: () => void = () => undefined;
    let attached: ToolContext | undefined;

    const ask: AskPerson = (form, signal) => {
      if (!runs.has(id) && runs.size >= maxParked) return Promise.resolve({ kind: 'unavailable' });
      runs.set(id, parked);
      asked += 1;
      return waitFor(`ask_${asked}`, form, signal);
    };
    const waitFor = (key: string, form: AskForm, signal: AbortSignal) =>
      new Promise<AskOutcome>((resolve) => {
        const settle = (outcome: AskOutcome) => {
          if (!pending.delete(key)) return;
          cancelTimeout();
          signal.removeEventListener('abort', end);
          resolve(outcome);
        };
        const end = () => settle({ kind: 'cancel' });
        const expiresAt = clock.now() + timeoutMs;
        pending.set(key, { form: presentAsk(form), expiresAt, settle });
        const cancelTimeout = clock.schedule(timeoutMs, () => settle({ kind: 'timeout' }));
        // Several questions at once are no leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
        onAsked();
      });
    const questions = (): ToolQuestions => ({
      resume: id,
      forms: Object.fromEntries(
        [...pending].map(([key, { form, expiresAt }]) => [
          key,
          { ...form, waitMs: Math.max(1, expiresAt - clock.now()) },
        ]),
      ),
    });
    const nextQuestions = () =>
      new Promise<ToolQuestions>((resolve) => {
        onAsked = () => {
          if (pending.size === 0) return;
          onAsked = () => undefined;
          clock.schedule(gatherMs, () => {
            if (pending.size > 0) resolve(questions());
            else void nextQuestions().then(resolve);
          });
        };
        onAsked();
      });

    const parked: ParkedRun = {
      sessionId: session.id,
      code,
      abort,
      reply(replies) {
        for (const [key, outcome] of Object.entries(replies)) pending.get(key)?.settle(outcome);
      },
      async attach(by) {
        const cancel = () => abort.abort();
        attached = by;
        by.signal.addEventListener('abort', cancel);
        if (by.signal.aborted) cancel();
        try {
          const turn = await Promise.race([done, nextQuestions()]);
          if (!('forms' in turn)) runs.delete(id);
          return turn;
        } finally {
          by.signal.removeEventListener('abort', cancel);
          if (attached === by) attached = undefined;
        }
      },
    };
    const done = run({
      session,
      signal: abort.signal,
      onProgress: (progress) => attached?.onProgress?.(progress),
      ask,
    });
    const forgetLater = () => {
      if (runs.has(id)) clock.schedule(keepMs, () => runs.delete(id));
    };
    done.then(forgetLater, forgetLater);
    return parked;
  }
}
