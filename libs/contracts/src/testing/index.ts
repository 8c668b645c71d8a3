export * from './catalogue-cache-contract.js';
export * from './consent-store-contract.js';
export * from './fake-clock.js';
export * from './fake-runner.js';
export * from './fake-upstreams.js';
export * from './memory-consent-store.js';
export * from './memory-logger.js';
export * from './result-store-contract.js';
