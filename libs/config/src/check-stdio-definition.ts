import type { StdioDefinition } from '@sluice/contracts';
import type { ServerProblems } from './server-problems.js';
import { startsSluice } from './starts-sluice.js';

/** Notes what would keep a local server from being started, without repeating any value. */
export function checkStdioDefinition(definition: StdioDefinition, problems: ServerProblems): void {
  if (problems.first()) return;
  const { command, args, env, inheritEnv, cwd } = definition;
  if (command.trim() === '')
    return problems.add('its command is empty', 'Set "command" to a program.');
  const names = [...Object.keys(env), ...inheritEnv];
  if (names.some((name) => name === '' || name.includes('=')))
    return problems.add(
      'its environment has a variable whose name is empty or holds "="',
      'Write "env": { "NAME": "value" } and "inheritEnv": ["NAME"].',
    );
  const texts = [command, ...args, ...names, ...Object.values(env), cwd ?? ''];
  if (texts.some((text) => text.includes('\0')))
    return problems.add(
      'its command, arguments or environment hold a NUL character',
      'Remove the NUL character: no program can be given one.',
    );
  if (startsSluice(command, args))
    problems.add(
      'it would start Sluice itself',
      'Remove this entry: Sluice cannot be its own upstream.',
    );
}
