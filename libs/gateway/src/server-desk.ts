import { holdsSubstitution, nameLikeness, readSettings } from '@sluice/config';
import { SluiceError } from '@sluice/contracts';
import type { ServerDefinition, UpstreamSet, UpstreamView } from '@sluice/contracts';

/** A server that a model would like to have. */
export interface WantedServer {
  readonly name: string;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly url?: string | undefined;
}

/** One that waits for a person's yes. Nothing of it has been started. */
export interface PendingServer {
  readonly name: string;
  readonly definition: ServerDefinition;
  /** The entry that a person would write into the configuration, as JSON. */
  readonly entry: string;
}

/** Servers that come while Sluice runs, and go with it. */
export interface ServerDesk {
  /**
   * Notes a server down, in place of one of that name that waited before. Starts nothing.
   * @throws SluiceError `USAGE` or `CONFIG_INVALID` for a server that could not be configured like this
   */
  propose(wanted: WantedServer): PendingServer;
  pending(): readonly PendingServer[];
  /** Starts a server; for whoever has a person's yes to this very one. */
  start(server: PendingServer): void;
  /** Forgets a server that waits. */
  withdraw(name: string): void;
  /** Ends one that came while Sluice ran, or forgets one that waits; false where it is neither. */
  remove(name: string): Promise<boolean>;
  /** One that came while Sluice ran. */
  added(name: string): ServerDefinition | undefined;
}

/** Servers that wait at once; the oldest go. */
const maxPending = 20;

/** Makes the desk. Words of a model are taken as they stand: no variable and no file is put in for them. */
export function createServerDesk(options: {
  readonly upstreams: UpstreamView & Pick<UpstreamSet, 'add' | 'remove'>;
  readonly homeFolder: string;
  /** Whether the configuration has one of that name now. @default it never has */
  readonly isConfigured?: (name: string) => boolean;
}): ServerDesk {
  const { upstreams, homeFolder, isConfigured = () => false } = options;
  const waiting = new Map<string, PendingServer>();
  const started = new Map<string, ServerDefinition>();

  return {
    propose(wanted) {
      const { name } = wanted;
      const like = upstreams
        .statuses()
        .find((status) => nameLikeness(status.name) === nameLikeness(name));
      if (like !== undefined)
        throw new SluiceError(
          'USAGE',
          like.name === name
            ? `Cannot add the server "${name}": there is one already`
            : `Cannot add the server ${JSON.stringify(name)}: it could be taken for "${like.name}"`,
          { hint: 'list_servers shows it. Choose another name for another server.' },
        );
      const server = { name, ...read(wanted, homeFolder) };
      waiting.delete(name);
      waiting.set(name, server);
      const [oldest] = waiting.keys();
      if (waiting.size > maxPending && oldest !== undefined) waiting.delete(oldest);
      return server;
    },
    pending: () => [...waiting.values()],
    start({ name, definition }) {
      waiting.delete(name);
      upstreams.add(definition);
      started.set(name, definition);
    },
    withdraw: (name) => void waiting.delete(name),
    async remove(name) {
      if (waiting.delete(name)) return true;
      // One that the configuration has got meanwhile has taken its place, and is the user's.
      if (!started.delete(name) || isConfigured(name)) return false;
      await upstreams.remove(name);
      return true;
    },
    added: (name) => (isConfigured(name) ? undefined : started.get(name)),
  };
}

/** Read as the configuration would, so that it is held to the same checks. */
function read({ name, command, args, env, url }: WantedServer, homeFolder: string) {
  const server = {
    ...(command === undefined ? {} : { command }),
    ...(args === undefined || args.length === 0 ? {} : { args }),
    ...(env === undefined || Object.keys(env).length === 0 ? {} : { env }),
    ...(url === undefined ? {} : { url }),
  };
  const entry = JSON.stringify({ [name]: server });
  const refusal = (why: string, hint?: string) =>
    new SluiceError('USAGE', `Cannot add the server ${JSON.stringify(name)}: ${why}`, { hint });
  if (holdsSubstitution(entry))
    throw refusal(
      'it holds a placeholder, and none is filled in for a model',
      'Write each value as it is; a server with secrets is for the user to configure.',
    );
  try {
    const [definition] = readSettings({
      files: [{ path: 'add_server', text: JSON.stringify({ mcpServers: { [name]: server } }) }],
      environment: {},
      homeFolder,
      readTextFile: () => {
        throw new Error('No file is read for a model');
      },
      resolvePath: (_, path) => path,
    }).servers;
    if (definition?.problem !== undefined)
      throw new SluiceError('CONFIG_INVALID', definition.problem.message, {
        hint: definition.problem.hint,
      });
    if (definition === undefined) throw refusal('it has no definition');
    return { definition, entry };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    // There is no file whose line and column a model could look at.
    const why = error.message.replace(/^Cannot use the configuration .*?, column \d+: /, '');
    throw refusal(why.replace(/^Cannot start upstream ".*?": /, ''), error.hint);
  }
}
