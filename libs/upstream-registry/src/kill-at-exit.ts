const living = new Set<() => void>();

function killAll(): void {
  for (const kill of living) kill();
}

/**
 * Remembers a child to be killed should this process end without closing it (a crash, say). One
 * listener serves all children, whatever their number.
 *
 * @param kill must be synchronous
 * @returns forgets it
 */
export function killAtExit(kill: () => void): () => void {
  if (living.size === 0) process.on('exit', killAll);
  living.add(kill);
  return () => {
    if (living.delete(kill) && living.size === 0) process.off('exit', killAll);
  };
}
