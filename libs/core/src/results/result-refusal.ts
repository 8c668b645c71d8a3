import type { ErrorCode } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';

/** Why a question about a result has no answer. */
export interface ResultRefusal {
  readonly status: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

/**
 * Does a piece of work; refusals that it throws are answers.
 *
 * @throws whatever is no {@link SluiceError}, and one with the code `INTERNAL`
 */
export async function refusing<Answer>(
  work: () => Promise<Answer>,
): Promise<Answer | ResultRefusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const { code, message, hint } = error;
    return { status: 'refused', code, message, ...(hint === undefined ? {} : { hint }) };
  }
}
