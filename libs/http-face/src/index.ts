export * from './api-key.js';
export * from './approval-page/create-approval-page.js';
export * from './approval-page/start-approval-page.js';
export * from './create-http-face.js';
export * from './limits.js';
export * from './serve-http.js';
export * from './start-http-host.js';
