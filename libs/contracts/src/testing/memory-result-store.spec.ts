import { memoryResultStore } from './memory-result-store.js';
import { resultStoreContract } from './result-store-contract.js';

resultStoreContract('memoryResultStore()', memoryResultStore);
