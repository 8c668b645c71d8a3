import { SluiceError } from '@sluice/contracts';

/** A fresh error for each caller, so that stacks do not mix. */
export function callerError({ code, message, hint }: SluiceError): SluiceError {
  return new SluiceError(code, message, { hint });
}
