import type { Json } from '@sluice/contracts';
import { entryProblem } from './entry-problem.js';
import { entryStartsSluice } from './entry-starts-sluice.js';
import type { PortSource } from './port-text.js';
import { portServer } from './port-server.js';
import type { KeptSecret, PortedServer } from './port-server.js';
import type { ForeignServer } from './read-foreign-file.js';
import { safeServerName } from './safe-server-name.js';

/** One file whose servers are taken over. */
export interface TakeoverSource extends PortSource {
  readonly title: string;
  readonly path: string;
  readonly servers: readonly ForeignServer[];
}

/** Where a server was found. */
export interface FoundAt {
  readonly title: string;
  readonly path: string;
  /** Its name there. */
  readonly name: string;
}

/** A server that is written into the configuration. */
export interface TakenServer extends PortedServer {
  readonly name: string;
  /** All files that have it, in the same words. */
  readonly from: readonly FoundAt[];
}

/** What becomes of all servers that were found. */
export interface Takeover {
  readonly added: readonly TakenServer[];
  /** They stand in the configuration already. */
  readonly present: readonly { readonly name: string; readonly from: FoundAt }[];
  /** They start Sluice itself. */
  readonly skipped: readonly FoundAt[];
  /** They cannot stand in a configuration of ours, and why. */
  readonly refused: readonly { readonly from: FoundAt; readonly reason: string }[];
}

/** What {@link planTakeover} decides on. */
export interface TakeoverInput {
  readonly sources: readonly TakeoverSource[];
  /** The servers that the configuration has. */
  readonly existing: readonly Pick<ForeignServer, 'name' | 'entry'>[];
  /** What stands in a file of a secret that is there already. */
  readonly keptValue: (file: string) => string | undefined;
  /** The path of such a file as it is written into the configuration. */
  readonly fileReference: (file: string) => string;
}

/**
 * Decides under which name each server is taken over. One that is the same in several files is taken once; two that
 * differ get two names, and nothing that is there is overwritten, be it a server or a secret.
 */
export function planTakeover(input: TakeoverInput): Takeover {
  const taken = new Map<string, string>(
    input.existing.map(({ name, entry }) => [name, stable(entry)]),
  );
  const added = new Map<string, TakenServer>();
  const planned = new Map<string, KeptSecret>();
  const present: { name: string; from: FoundAt }[] = [];
  const skipped: FoundAt[] = [];
  const refused: { from: FoundAt; reason: string }[] = [];

  const valueOf = (file: string) => planned.get(file.toLowerCase())?.value ?? input.keptValue(file);
  const isFree = ({ secrets }: PortedServer) =>
    secrets.every(({ file }) => valueOf(file) === undefined && !planned.has(file.toLowerCase()));
  const isSame = ({ secrets, entry }: PortedServer, known: string) =>
    stable(entry) === known &&
    secrets.every(({ file, value }) => value === undefined || valueOf(file) === value);

  const take = (server: ForeignServer, source: TakeoverSource) => {
    const from: FoundAt = { title: source.title, path: source.path, name: server.name };
    if (entryStartsSluice(server.entry)) return void skipped.push(from);
    const reason = entryProblem(server.entry);
    if (reason !== undefined) return void refused.push({ from, reason });
    for (const name of namesFor(server.name, source.program)) {
      const ported = portServer(server, name, source, input.fileReference);
      const known = taken.get(name);
      if (known !== undefined && isSame(ported, known)) {
        const other = added.get(name);
        if (other) added.set(name, { ...other, from: [...other.from, from] });
        else present.push({ name, from });
        return;
      }
      if (known !== undefined || !isFree(ported)) continue;
      taken.set(name, stable(ported.entry));
      for (const secret of ported.secrets) planned.set(secret.file.toLowerCase(), secret);
      added.set(name, { ...ported, name, from: [from] });
      return;
    }
  };
  for (const source of input.sources) for (const server of source.servers) take(server, source);
  return { added: [...added.values()], present, skipped, refused };
}

/** The name itself, then with the program's, then with numbers. */
function* namesFor(name: string, program: string | undefined): Generator<string> {
  const safe = safeServerName(name);
  yield safe;
  const other = program === undefined ? safe : `${safe}-${program}`;
  if (program !== undefined) yield other;
  for (let count = 2; ; count++) yield `${other}-${count}`;
}

/** Equal for equal values, whatever the order of keys. */
function stable(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString();
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.entries(inner)
      .filter(([, one]) => one !== null)
      .sort(([one], [two]) => (one < two ? -1 : 1));
  });
}
