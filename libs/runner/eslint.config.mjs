import { libConfig } from '../../eslint.config.mjs';

export default libConfig({ isRunner: true });
