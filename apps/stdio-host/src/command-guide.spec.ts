import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { commandGuide } from './testing/command-guide.js';

it('the guide to the command line is what the table of verbs says', async () => {
  const path = fileURLToPath(new URL('../../../docs/guide/command-line.md', import.meta.url));
  const page = await format(commandGuide(), { ...(await resolveConfig(path)), filepath: path });
  await expect(page).toMatchFileSnapshot(path);
});
