import { languageLibrary } from '../../tools/language-library.mjs';
import { projectConfig } from '../../tools/vitest-project.mjs';

export default projectConfig(import.meta.dirname, {
  checkerBundle: true,
  define: { __LANGUAGE_LIBRARY__: JSON.stringify(languageLibrary()) },
});
