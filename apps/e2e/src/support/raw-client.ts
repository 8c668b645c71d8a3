/** What a 2026-07-28 server answered to one `tools/call`. */
export interface RawAnswer {
  readonly status: number;
  /** The JSON-RPC result or error. */
  readonly result?: {
    readonly resultType?: string;
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly inputRequests?: Readonly<
      Record<string, { readonly params: { readonly message: string } }>
    >;
    readonly requestState?: string;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * A client that says whatever a test wants: each call is one 2026-07-28 request, `more` stands beside
 * its name and arguments (`inputResponses`, `requestState`).
 */
export function rawClient({ url, key }: { readonly url: string; readonly key: string }) {
  let lastId = 0;
  return async (
    name: string,
    args: unknown,
    more: Readonly<Record<string, unknown>> = {},
    capabilities: object = { elicitation: { form: {} } },
  ): Promise<RawAnswer> => {
    lastId += 1;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const params = { name, arguments: args, _meta: meta, ...more };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method: 'tools/call', params }),
    });
    const text = await response.text();
    const json = text.startsWith('{')
      ? text
      : text
          .split('\n')
          .findLast((line) => line.startsWith('data: '))
          ?.slice(6);
    return { status: response.status, ...(JSON.parse(json ?? '{}') as Omit<RawAnswer, 'status'>) };
  };
}
