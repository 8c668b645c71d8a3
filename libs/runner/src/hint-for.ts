import { intrinsics } from '@sluice/runner-protocol';

const { regExpExec } = intrinsics;

/** Names that programs written for Node, Deno or a browser reach for, and that are not there. */
const absent =
  /^(?:Deno|process|global|module|exports|__dirname|__filename|navigator|localStorage|sessionStorage|caches|window|document|location|BroadcastChannel|SharedArrayBuffer|Worker)$/;

/** What to do about an error that the program could not know how to avoid; undefined for all others. */
export function hintFor(name: string, message: string): string | undefined {
  const missing = regExpExec(/^(\S+) is not defined$/, message)?.[1];
  if (name === 'ReferenceError' && missing !== undefined) return missingHint(missing);
  if (name === 'TypeError' && regExpExec(/^tools\S* is not a function$/, message) !== null)
    return 'There is no tool of that name. search("what you need"), or search_tools, gives the call path.';
  return undefined;
}

function missingHint(missing: string): string | undefined {
  if (missing === 'Buffer')
    return 'Buffer is not available in a program: use TextEncoder, atob and btoa, or Uint8Array.fromBase64.';
  if (regExpExec(absent, missing) !== null)
    return `${missing} is not available in a program: call a tool instead.`;
  return undefined;
}
