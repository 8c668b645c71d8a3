import type { ResultMode, ResultSettings } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import type { CatalogueView } from '../catalogue-view.js';
import type { Session } from '../session.js';

/** What becomes of results of tools that clients call themselves. */
export interface ResultModes {
  /** For a call of this tool in this session. */
  modeOf(session: Session, tool: { readonly server: string; readonly name: string }): ResultMode;
  /** Of the configuration alone, for all sessions. */
  configured(tool: { readonly server: string; readonly name: string }): ResultMode;
  /**
   * For the rest of the session.
   * @param target a server, or `server:tool`
   * @throws SluiceError `USAGE` when there is none of that name
   */
  set(session: Session, target: string, mode: ResultMode): void;
  /** What is set, by the configuration and for this session, in the order of their targets. */
  list(session: Session, target?: string): readonly SetMode[];
}

/** One mode that is set. */
export interface SetMode {
  /** A server, or `server:tool`. */
  readonly target: string;
  readonly mode: ResultMode;
  /** Whether the configuration or this session says so. */
  readonly from: 'configuration' | 'session';
}

/** Makes the modes. Those of a session are in memory and end with it. */
export function createResultModes(options: {
  readonly settings: Pick<ResultSettings, 'mode'>;
  readonly view: CatalogueView;
}): ResultModes {
  /** Read each time: the settings may change. */
  const configured = () => new Map(Object.entries(options.settings.mode ?? {}));
  const ofSessions = new WeakMap<Session, Map<string, ResultMode>>();
  const inOrder = (modes: ReadonlyMap<string, ResultMode>[], keys: readonly string[]) =>
    modes.flatMap((one) => keys.flatMap((key) => one.get(key) ?? []))[0] ?? 'auto';

  return {
    modeOf(session, { server, name }) {
      const own = ofSessions.get(session) ?? new Map<string, ResultMode>();
      return inOrder([own, configured()], [`${server}:${name}`, server]);
    },
    configured: ({ server, name }) => inOrder([configured()], [`${server}:${name}`, server]),
    set(session, target, mode) {
      refuseUnknown(target, options.view);
      const own = ofSessions.get(session) ?? new Map<string, ResultMode>();
      ofSessions.set(session, own.set(target, mode));
    },
    list(session, target) {
      const own = ofSessions.get(session) ?? new Map<string, ResultMode>();
      const configuration = configured();
      const targets = [...new Set([...configuration.keys(), ...own.keys()])].sort();
      return targets
        .filter((key) => target === undefined || key === target || key.startsWith(`${target}:`))
        .map((key) => {
          const ofSession = own.get(key);
          return ofSession === undefined
            ? { target: key, mode: configuration.get(key) ?? 'auto', from: 'configuration' }
            : { target: key, mode: ofSession, from: 'session' };
        });
    },
  };
}

/** A server that has not listed its tools yet may have any. */
function refuseUnknown(target: string, view: CatalogueView): void {
  const { servers } = view.catalogue();
  if (servers.some(({ name }) => name === target)) return;
  const server = servers.find(({ name }) => target.startsWith(`${name}:`));
  if (server === undefined) {
    const names = servers.map(({ name }) => JSON.stringify(name)).join(', ');
    throw new SluiceError(
      'USAGE',
      `Cannot set the mode of ${JSON.stringify(target)}: there is no such server`,
      { hint: names === '' ? 'No servers are configured.' : `Servers are ${names}.` },
    );
  }
  const tool = target.slice(server.name.length + 1);
  if (server.tools.length === 0 || server.tools.some(({ name }) => name === tool)) return;
  throw new SluiceError(
    'USAGE',
    `Cannot set the mode of ${JSON.stringify(target)}: the server ${JSON.stringify(server.name)} has no tool ${JSON.stringify(tool)}`,
    { hint: 'Use the name that the server itself gives the tool.' },
  );
}
