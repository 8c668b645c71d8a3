import { consentStoreContract } from './consent-store-contract.js';
import { memoryConsentStore } from './memory-consent-store.js';

consentStoreContract('memoryConsentStore()', memoryConsentStore);
