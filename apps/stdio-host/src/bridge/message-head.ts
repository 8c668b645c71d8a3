/** What a bridge reads of a message; the rest is handed on as it is. */
export interface MessageHead {
  /** Of requests; answers have one too, and no method. */
  readonly id?: string | number;
  readonly method?: string;
  /** The protocol revision that a message of 2026-07-28 or newer carries itself. */
  readonly revision?: string;
  /** The revision that an `initialize` offers, or its answer settles on. */
  readonly protocolVersion?: string;
  /** What the header `Mcp-Name` repeats. */
  readonly name?: string;
  /** The request that a cancellation means. */
  readonly requestId?: string | number;
}

/** Reads it. Undefined where the text is no JSON object. */
export function messageHead(text: string): MessageHead | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(message)) return undefined;
  const { id, method } = message;
  const params = isObject(message['params']) ? message['params'] : {};
  const result = isObject(message['result']) ? message['result'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  return {
    ...withId('id', id),
    ...withText('method', method),
    ...withText('revision', meta['io.modelcontextprotocol/protocolVersion']),
    ...withText('protocolVersion', params['protocolVersion'] ?? result['protocolVersion']),
    ...withText('name', params['name'] ?? params['uri']),
    ...withId('requestId', params['requestId']),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withText(key: string, value: unknown): object {
  return typeof value === 'string' ? { [key]: value } : {};
}

function withId(key: string, value: unknown): object {
  return typeof value === 'string' || typeof value === 'number' ? { [key]: value } : {};
}
