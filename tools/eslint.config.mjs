import { appConfig } from '../eslint.config.mjs';

export default appConfig();
