/**
 * An `initialize` result with what the SDK insists on, where a server was careless about something
 * that does not matter: no `serverInfo`, a version that is a number, `listChanged: "yes"`. A protocol
 * version is never made up.
 */
export function readInitializeAnswer(result: unknown): Readonly<Record<string, unknown>> {
  const { capabilities, serverInfo, instructions, ...rest } = isRecord(result) ? result : {};
  return {
    ...rest,
    capabilities: readCapabilities(capabilities),
    serverInfo: readServerInfo(serverInfo),
    ...(typeof instructions === 'string' && { instructions }),
  };
}

/** Only what is an object is a capability; flags in it that are none are dropped. */
function readCapabilities(capabilities: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(capabilities)) return {};
  return Object.fromEntries(
    Object.entries(capabilities)
      .map(([name, value]) => [name, value === true ? {} : value] as const)
      .flatMap(([name, value]) => (isRecord(value) ? [[name, readFlags(value)]] : [])),
  );
}

function readFlags(
  capability: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const flags = ['listChanged', 'subscribe'];
  return Object.fromEntries(
    Object.entries(capability).filter(
      ([name, value]) => !flags.includes(name) || typeof value === 'boolean',
    ),
  );
}

function readServerInfo(serverInfo: unknown): Readonly<Record<string, unknown>> {
  const { name, version, ...rest } = isRecord(serverInfo) ? serverInfo : {};
  const texts = Object.entries(rest).filter(([, value]) => typeof value === 'string');
  return { ...Object.fromEntries(texts), name: asText(name), version: asText(version) };
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : 'unknown';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
