import type { Logger, ProgramHost, ProgramVisibleError } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import { logDefect } from '../log-defect.js';
import { createResultAccess } from './result-access.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';
import { selectText } from './select-text.js';

/** The results of a session for one run: refusals become replies, as those of nested calls do. */
export function openResults(
  options: ResultToolOptions & { readonly logger: Logger },
  context: ResultContext,
): Pick<ProgramHost, 'recall' | 'select' | 'keep' | 'readMedia'> {
  const { store, logger } = options;
  const access = createResultAccess(store);
  const { session } = context;
  const refusal = (error: unknown) => {
    if (!(error instanceof SluiceError) || error.code === 'INTERNAL')
      logDefect(logger, 'A result of a program could not be read or kept', error, {});
    return { ok: false, error: visible(error) } as const;
  };
  return {
    recall: async (ref) => {
      try {
        const { text, kind } = await access.read(session, ref);
        return kind === 'text'
          ? { ok: true, value: text }
          : { ok: true, json: text, isWire: kind === 'wire' };
      } catch (error) {
        return refusal(error);
      }
    },
    select: async (ref, expression) => {
      try {
        const { json, kind } = await selectText(ref, expression, options, context);
        return { ok: true, json, isWire: kind === 'wire' };
      } catch (error) {
        return refusal(error);
      }
    },
    readMedia: async (ref) => {
      try {
        const { sizeBytes } = await store.find(session.id, ref);
        const whole = { offset: 0, length: sizeBytes };
        return { ok: true, bytes: (await store.readBytes(session.id, ref, whole)).bytes };
      } catch (error) {
        return refusal(error);
      }
    },
    keep: async (value) => {
      try {
        // Asked for by name: what is kept by itself goes first.
        const result = {
          text: printJson(value),
          kind: 'wire',
          source: 'run_code',
          isPinned: true,
        } as const;
        const { ref } = await store.put(session.id, result);
        return { ok: true, value: ref };
      } catch (error) {
        return refusal(error);
      }
    },
  };
}

function visible(error: unknown): ProgramVisibleError {
  if (!(error instanceof SluiceError))
    return {
      name: 'Error',
      code: 'INTERNAL',
      message: 'Cannot use a result: something failed inside Sluice',
      hint: 'The log of Sluice has the reason.',
    };
  const { code, message, hint } = error;
  return { name: 'Error', code, message, ...(hint === undefined ? {} : { hint }) };
}
