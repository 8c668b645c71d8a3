/** The end of stderr that goes along with a failure, if any does. */
export function tailOfFailure(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || !('stderrTail' in failure)) return undefined;
  return typeof failure.stderrTail === 'string' ? failure.stderrTail : undefined;
}
