import type { Workplace } from './workplace.js';

/** All verbs, as the help tells them: `serve`, `policy explain`, … */
export async function listVerbs(workplace: Workplace, group = ''): Promise<readonly string[]> {
  const words = group === '' ? [] : [group];
  const { stdout } = await workplace.runVerb([...words, '--help']);
  const [, commands = ''] = stdout.split('\nCommands:\n');
  const names = [...(commands.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].map(
    ([, name = '']) => name,
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const below = group === '' ? await listVerbs(workplace, name) : [];
      return below.length > 0 ? below.map((verb) => `${name} ${verb}`) : [name];
    }),
  );
  return found.flat();
}
