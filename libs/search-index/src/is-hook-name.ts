const HOOKS = new Set([
  'then',
  'toJSON',
  'toString',
  'toLocaleString',
  'valueOf',
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/**
 * Whether the language itself reads a property of this name: `await` calls `then`, JSON calls
 * `toJSON`, a template calls `toString`. A tool under such a name would run without being called,
 * so its alias differs from it.
 */
export function isHookName(text: string): boolean {
  return HOOKS.has(text);
}
