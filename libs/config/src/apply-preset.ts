import { SluiceError, nearestName } from '@sluice/contracts';
import type { ServerDefinition } from '@sluice/contracts';
import { quoteText } from './quote-text.js';
import type { Preset } from './read-presets.js';

/**
 * The servers as the preset `name` shows them: hidden ones are gone, of others only some tools exist. It cannot switch
 * on what its definition switches off, nor bring back a blocked tool.
 *
 * @throws SluiceError `CONFIG_INVALID` for an unknown preset, and for one that names an unknown server
 */
export function applyPreset(
  servers: readonly ServerDefinition[],
  presets: readonly Preset[],
  name: string,
  warn: (line: string) => void,
): readonly ServerDefinition[] {
  const preset = presets.find((candidate) => candidate.name === name);
  if (preset === undefined) throw unknownPreset(presets, name);
  const { source } = preset.reader;
  for (const { server, offset, path, tools } of preset.choices) {
    const known = servers.find((candidate) => candidate.name === server);
    if (known === undefined) {
      const near = nearestName(
        server,
        servers.map((candidate) => candidate.name),
      );
      throw source.invalid(
        offset,
        `${path} names no server${near === undefined ? '' : `; did you mean ${quoteText(near)}?`}`,
        'Correct or remove it.',
      );
    }
    if (!known.enabled && tools !== 'hidden')
      warn(source.warning(offset, `${path} names a server that is switched off, and stays so`));
  }
  return servers.flatMap((server) => {
    const choice = preset.choices.find((candidate) => candidate.server === server.name);
    if (choice === undefined || choice.tools === 'all') return [server];
    if (choice.tools === 'hidden') return [];
    return [{ ...server, onlyTools: [...(server.onlyTools ?? []), choice.tools] }];
  });
}

function unknownPreset(presets: readonly Preset[], name: string): SluiceError {
  const names = [...new Set(presets.map((preset) => preset.name))];
  const near = nearestName(name, names);
  const list = names.map(quoteText).join(', ');
  return new SluiceError(
    'CONFIG_INVALID',
    `Cannot use the profile ${quoteText(name)}: no preset has this name`,
    {
      hint:
        names.length === 0
          ? 'The configuration has no "presets".'
          : `${near === undefined ? '' : `Did you mean ${quoteText(near)}? `}There are ${list}.`,
    },
  );
}
