import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type ClientOptions,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Launch } from './workplace.js';

/** The clients every scenario runs with: the v1 SDK, and v2 in each of its modes. */
export const clientKinds = ['v1', 'v2 legacy', 'v2 auto', 'v2 modern'] as const;

/** One of {@link clientKinds}. */
export type ClientKind = (typeof clientKinds)[number];

/** Where a client finds us. */
export type Place =
  | { readonly kind: 'stdio'; readonly launch: Launch }
  | { readonly kind: 'http'; readonly url: string; readonly key: string };

/** What the scenarios need of any client. */
export interface TestClient {
  listTools(): Promise<
    {
      name: string;
      title?: string;
      description?: string;
      inputSchema: object;
      outputSchema?: object;
      annotations?: object;
      _meta?: object;
    }[]
  >;
  /** Calls a tool. */
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<TestAnswer>;
  instructions(): string | undefined;
  close(): Promise<void>;
}

/** What a tool answered. */
export interface TestAnswer {
  /** The text of each block; `[type]` for blocks without one. */
  readonly texts: string[];
  readonly content: readonly { type: string; text?: string }[];
  readonly structured?: unknown;
  readonly isError: boolean;
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/** A question that reached the person at the client. */
export interface Asked {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: Record<string, unknown>;
    readonly required?: string[];
  };
}

/** What the person does; never settling is a person who is away. */
export type AnswerPerson = (asked: Asked) => Promise<{
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean | string[]>;
}>;

/** Connects a real client; one with a person declares elicitation and hands questions on. */
export async function connectClient(
  kind: ClientKind,
  place: Place,
  person?: AnswerPerson,
): Promise<TestClient> {
  const capabilities = person ? { elicitation: { form: {} } } : {};
  const client =
    kind === 'v1'
      ? new ClientV1({ name: 'e2e', version: '1.0.0' }, { capabilities })
      : new ClientV2(
          { name: 'e2e', version: '1.0.0' },
          { capabilities, versionNegotiation: negotiation[kind] },
        );
  if (person && client instanceof ClientV1)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params as Asked));
  else if (person && client instanceof ClientV2)
    client.setRequestHandler('elicitation/create', ({ params }) => person(params as Asked));
  await client.connect(transport(kind, place) as never);
  return {
    listTools: async () => (await client.listTools()).tools,
    async call(name, args, { signal, onProgress } = {}) {
      const options = { signal, onprogress: onProgress, timeout: 60_000 };
      const result =
        client instanceof ClientV1
          ? await client.callTool({ name, arguments: args }, undefined, options)
          : await client.callTool({ name, arguments: args }, options);
      const content = result.content as { type: string; text?: string }[];
      return {
        content,
        texts: content.map((block) => block.text ?? `[${block.type}]`),
        ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
        isError: result.isError === true,
      };
    },
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

const negotiation = {
  'v2 legacy': { mode: 'legacy' },
  'v2 auto': { mode: 'auto' },
  'v2 modern': { mode: { pin: '2026-07-28' } },
} as const satisfies Record<Exclude<ClientKind, 'v1'>, ClientOptions['versionNegotiation']>;

function transport(kind: ClientKind, place: Place): unknown {
  if (place.kind === 'stdio')
    return kind === 'v1'
      ? new StdioV1({ ...place.launch, stderr: 'ignore' })
      : new StdioV2({ ...place.launch, stderr: 'ignore' });
  const requestInit = { headers: { Authorization: `Bearer ${place.key}` } };
  return kind === 'v1'
    ? new HttpV1(new URL(place.url), { requestInit })
    : new HttpV2(new URL(place.url), { requestInit });
}
