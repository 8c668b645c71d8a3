import { join } from 'node:path';
import { createProjectGraphAsync, readCachedProjectGraph, workspaceRoot } from '@nx/devkit';
import { ESLint } from 'eslint';

/** Rules that need a file on disk; no wall is among them. */
const typeAware = [
  'no-floating-promises',
  'no-misused-promises',
  'await-thenable',
  'switch-exhaustiveness-check',
  'consistent-type-imports',
];

/**
 * Makes a linter that judges a text as if it stood at a path of the workspace, under the very
 * configuration of the project that it would belong to.
 *
 * @returns {Promise<(filePath: string, code: string) => Promise<{ rule: string, message: string }[]>>}
 */
export async function createSourceLinter() {
  await ensureProjectGraph();
  const eslint = new ESLint({
    cwd: workspaceRoot,
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { projectService: false } },
      rules: Object.fromEntries(typeAware.map((rule) => [`@typescript-eslint/${rule}`, 'off'])),
    },
  });
  return async (filePath, code) => {
    const [result] = await eslint.lintText(code, { filePath: join(workspaceRoot, filePath) });
    if (!result) throw new Error(`ESLint ignores ${filePath}`);
    return result.messages.map(({ ruleId, message }) => ({ rule: ruleId ?? 'fatal', message }));
  };
}

/** Without a cached graph the Nx rule switches itself off and every wall seems to fall. */
async function ensureProjectGraph() {
  try {
    readCachedProjectGraph();
  } catch {
    await createProjectGraphAsync({ exitOnError: false });
  }
}
