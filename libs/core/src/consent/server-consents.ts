import { SluiceError } from '@sluice/contracts';
import type {
  Approval,
  Clock,
  ConsentAnswer,
  ConsentQuestion,
  ConsentStore,
  QuestionServer,
  ServerApproval,
  ServerDefinition,
} from '@sluice/contracts';
import { canonicalJson } from '@sluice/json-text';
import { describeServerChanges } from './describe-server-changes.js';

/** What {@link createServerConsents} needs. */
export interface ServerConsentsOptions {
  /** Never its `answer` and `revoke`: those are for people. */
  readonly store: Pick<ConsentStore, 'serverApprovals' | 'grantServers'>;
  readonly clock: Pick<Clock, 'now'>;
  /** SHA-256 of a text, in hex. */
  readonly hash: (text: string) => string;
  /** `q_` and 128 random bits. */
  readonly newQuestionId: () => string;
  /** Unguessable; of this gateway. Its questions are asked under it. */
  readonly gatewayId: string;
  /** The real path of the host's working folder. */
  readonly workspace: string;
}

/** What people have said to starting servers that nobody vouches for. */
export interface ServerConsents {
  /**
   * The servers as they may be used now. One that a person agreed to, as it is defined now, comes without `consent`; any
   * other that needs it has nothing in it that could be started, sent or believed.
   */
  admit(servers: readonly ServerDefinition[]): Promise<readonly ServerDefinition[]>;
  /** Those of the last {@link admit} that wait and could be started. */
  waiting(): readonly QuestionServer[];
  /** Whether a person has said no to this very definition, in the life of this gateway. */
  isRefused(server: QuestionServer): boolean;
  /** One question about all of these; nothing is remembered of it. */
  questionAbout(servers: readonly QuestionServer[], waitsMs: number): ConsentQuestion;
  /**
   * Makes of a person's answer what it says.
   *
   * @returns whether the servers of the question may be started now
   */
  settle(
    question: ConsentQuestion,
    answer: ConsentAnswer,
    answeredIn: Approval['answeredIn'],
  ): Promise<boolean>;
}

/**
 * Makes the one place where a yes to a server is looked up, and where an answer becomes one. A yes is for a name in a
 * file, and to the digest of all that the file says of how it is started.
 */
export function createServerConsents(options: ServerConsentsOptions): ServerConsents {
  const { store, clock, hash, newQuestionId, gatewayId, workspace } = options;
  /** Until this gateway ends; the others are in the store. */
  const agreed = new Set<string>();
  const refused = new Set<string>();
  let open: readonly QuestionServer[] = [];

  const digestOf = ({ name, file, consent }: ServerDefinition) =>
    hash(canonicalJson([name, file, consent?.bound ?? null]));

  return {
    async admit(servers) {
      const needing = servers.some(({ consent }) => consent !== undefined);
      const stored = needing ? await approvals(store) : [];
      const waiting: QuestionServer[] = [];
      const admitted = servers.map((server) => {
        const { consent, ...rest } = server;
        if (consent === undefined) return server;
        const digest = digestOf(server);
        if (stored instanceof SluiceError)
          return { ...emptied(server), problem: { message: stored.message, hint: stored.hint } };
        const isIn = stored.some((one) => isFor(one, server) && one.digest === digest);
        if (isIn || agreed.has(digest)) return rest;
        if (server.enabled && server.problem === undefined)
          waiting.push({
            name: server.name,
            origin: consent.origin,
            file: server.file,
            digest,
            shown: consent.shown,
            ...changesOf(stored, server),
          });
        return emptied(server);
      });
      open = waiting;
      return admitted;
    },
    waiting: () => open,
    isRefused: ({ digest }) => refused.has(digest),
    questionAbout(servers, waitsMs) {
      const digest = hash(canonicalJson(servers.map((server) => server.digest)));
      const askedAt = clock.now();
      return {
        id: newQuestionId(),
        digest,
        // Each has a place of its own among the questions that wait.
        sessionId: `${gatewayId}-${digest.slice(0, 16)}`,
        workspace,
        program: '',
        tools: [],
        servers,
        hasDynamic: false,
        scopes: ['session', 'always'],
        askedAt,
        expiresAt: askedAt + waitsMs,
      };
    },
    async settle({ servers = [] }, answer, answeredIn) {
      if (answer.decision === 'refuse') {
        if (answer.reason === 'declined') for (const { digest } of servers) refused.add(digest);
        return false;
      }
      for (const { digest } of servers) refused.delete(digest);
      if (answer.scope === 'session') for (const { digest } of servers) agreed.add(digest);
      else if (answer.scope === 'always')
        await store.grantServers(
          servers.map(({ name, origin, file, digest, shown }) => ({
            name,
            origin,
            file,
            digest,
            shown,
            grantedAt: clock.now(),
            answeredIn,
          })),
        );
      else return false;
      return true;
    },
  };
}

/** Where nobody can tell what was agreed to, nothing was; the error says why. */
async function approvals(store: ServerConsentsOptions['store']) {
  try {
    return await store.serverApprovals();
  } catch (error) {
    if (error instanceof SluiceError) return error;
    throw error;
  }
}

function isFor(approval: ServerApproval, { name, file }: ServerDefinition): boolean {
  return approval.name === name && approval.file === file;
}

function changesOf(stored: readonly ServerApproval[], server: ServerDefinition) {
  const before = stored.findLast((one) => isFor(one, server));
  if (before === undefined || server.consent === undefined) return {};
  return { changes: describeServerChanges(before.shown, server.consent.shown) };
}

/** Its words are not yet anybody's to believe. */
function emptied(server: ServerDefinition): ServerDefinition {
  const { name, file, enabled, shown, consent, problem, connectTimeoutMs, concurrency } = server;
  return {
    name,
    file,
    enabled,
    transport:
      server.transport.kind === 'stdio'
        ? { kind: 'stdio', command: '', args: [], env: {}, inheritEnv: [] }
        : { kind: 'http', url: '', headers: {}, mode: 'auto' },
    written: '',
    shown,
    ...(consent && { consent }),
    ...(problem && { problem }),
    connectTimeoutMs,
    concurrency,
    trusted: false,
  };
}
