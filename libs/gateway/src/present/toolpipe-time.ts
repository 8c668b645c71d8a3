/**
 * A time as ToolPipe writes it: ISO 8601 in UTC, in seconds.
 *
 * @param at milliseconds since 1970
 */
export function toolpipeTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, '+00:00');
}
