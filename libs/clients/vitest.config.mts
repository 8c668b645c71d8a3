import { projectConfig } from '../../tools/vitest-project.mjs';

export default projectConfig(import.meta.dirname);
