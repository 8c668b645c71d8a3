import type { Settings } from '@sluice/contracts';
import { configPlaces } from './config-places.js';
import type { GatewayOptions } from './gateway-options.js';

/** Where the user adds a server or a rule: their own file, or the one to write. Others' files are not theirs to edit for us. */
export function placeOfConfig(
  settings: Settings,
  { environment, configPath }: Pick<GatewayOptions, 'environment' | 'configPath'>,
): string {
  const { read, ownPath } = configPlaces(environment, settings, configPath);
  const theirs = read.find(({ by }) => by !== 'project' && by !== 'client');
  return theirs?.path ?? ownPath ?? configPath ?? '';
}
