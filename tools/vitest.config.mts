import { mergeConfig } from 'vitest/config';
import { projectConfig } from './vitest-project.mjs';

export default mergeConfig(projectConfig(import.meta.dirname), {
  test: { include: ['**/*.spec.mjs'], exclude: ['**/node_modules/**'] },
});
