/** What a failed file operation is called in a log line or a message: its code (`ENOSPC`), else the error's name. */
export function errnoOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}
