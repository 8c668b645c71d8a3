export * from './api-key.js';
export * from './create-http-face.js';
export * from './limits.js';
export * from './serve-http.js';
export * from './start-http-host.js';
