import {
  hostHeaderValidationResponse,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { carriesApiKey } from './api-key.js';

/** Who may talk to the endpoint. */
export interface GuardOptions {
  readonly apiKey: string;
  /** Host names that `Host` and `Origin` may carry, without port; brackets around IPv6. */
  readonly allowedHosts: readonly string[];
}

/**
 * Refuses a request before its body is read: a foreign `Host` or `Origin` (403: DNS rebinding, other
 * sites in the user's browser; MCP 2025-11-25 "Security Warning"), then a missing or wrong key (401).
 * Undefined when it may proceed.
 */
export function guardRequest(request: Request, options: GuardOptions): Response | undefined {
  const hosts = [...options.allowedHosts];
  if (hostHeaderValidationResponse(request, hosts)) return forbidden('host', request, hosts);
  if (originValidationResponse(request, hosts)) return forbidden('origin', request, hosts);
  return carriesApiKey(request, options.apiKey) ? undefined : keyMissing();
}

function forbidden(header: string, request: Request, hosts: readonly string[]): Response {
  const value = JSON.stringify(request.headers.get(header) ?? '');
  const error = `Requests with the ${header} ${value} are refused: it must be one of ${hosts.join(', ')}.`;
  return Response.json({ error }, { status: 403 });
}

function keyMissing(): Response {
  return Response.json(
    { error: 'A valid API key is required: send it as "Authorization: Bearer <key>".' },
    { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  );
}
