// What we use of undici. Its index loads everything else too (mocks, WebSocket, caches, retries), and
// a bundler cannot leave out what CommonJS requires: 180 kB of the minified command.
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import web from 'undici/lib/web/fetch/index.js';

// As undici's index does: the proxy agent calls `connect` on its client.
Object.assign(Dispatcher.prototype, api);

export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export const { fetch } = web;
