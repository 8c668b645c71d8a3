import { mergeConfig } from 'vitest/config';
import { projectConfig } from '../../tools/vitest-project.mjs';

// The specs mostly wait for processes they started: two files at a time fill two cores.
export default mergeConfig(projectConfig(import.meta.dirname), { test: { maxWorkers: 2 } });
