export * from './client-places.js';
export * from './clients.js';
export * from './find-client.js';
export type * from './mcp-client.js';
