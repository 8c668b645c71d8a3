export * from './client-places.js';
export * from './clients.js';
export * from './edit/edit-client-file.js';
export type * from './edit/edit-outcome.js';
export * from './edit/list-texts.js';
export * from './find-client.js';
export type * from './mcp-client.js';
