export * from './create-gateway.js';
export * from './create-logger.js';
export * from './create-mcp-server.js';
export * from './environment.js';
export type * from './gateway.js';
export * from './serve-stdio.js';
export type { ToolAnswer, ToolContext } from './tools/tool-row.js';
