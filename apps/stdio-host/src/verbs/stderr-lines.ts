import type { UpstreamStatus } from '@sluice/contracts';

/**
 * The end of an upstream's stderr as lines to print below its error; none where the error's message
 * says all of it already.
 */
export function stderrLines({ error }: UpstreamStatus): readonly string[] {
  const { message = '', stderrTail = '' } = error ?? {};
  const lines = stderrTail.split('\n').map((line) => line.trimEnd());
  const isNew = lines.some((line) => !message.includes(line.trim()));
  return isNew ? ['its stderr ends:', ...lines.map((line) => `| ${line}`)] : [];
}
