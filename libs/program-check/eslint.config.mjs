import { libConfig } from '../../eslint.config.mjs';

export default libConfig();
