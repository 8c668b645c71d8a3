import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { configSchema } from './config-schema.js';
import { settingsPage } from './settings-page.js';

/** Compares with a file of the repository; `vitest -u` writes it anew. */
async function expectFile(text: string, place: string) {
  const path = fileURLToPath(new URL(place, import.meta.url));
  const formatted = await format(text, { ...(await resolveConfig(path)), filepath: path });
  await expect(formatted).toMatchFileSnapshot(path);
}

it('the list of settings in the guide is what is declared', async () => {
  await expectFile(settingsPage(), '../../../docs/guide/settings.md');
});

it('the published schema is what is declared, and what `sluice config schema` prints', async () => {
  await expectFile(JSON.stringify(configSchema(), null, 2), '../sluice.schema.json');
});
