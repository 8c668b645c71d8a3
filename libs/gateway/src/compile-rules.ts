import { SluiceError, toSluiceError, type PolicyRule, type Settings } from '@sluice/contracts';
import { compilePolicy, createToolFilter, type Policy, type ToolFilter } from '@sluice/policy';

/** What the settings allow. */
export interface Rules {
  readonly policy: Policy;
  /** Whether a tool exists: neither `blocked_tools` nor `readOnly` of its server hides it. */
  readonly exists: ToolFilter;
}

/**
 * The rules of the settings.
 *
 * @throws SluiceError `CONFIG_INVALID` for the first rule outside the grammar, naming file, place and text.
 */
export function compileRules(
  { policy, policyDefault, servers, files }: Settings,
  warn?: (line: string) => void,
): Rules {
  const rules = policy.filter((rule) => rule.origin !== 'project' || isReadable(rule, warn));
  try {
    return { policy: compilePolicy(rules, policyDefault), exists: createToolFilter(servers) };
  } catch (error) {
    const [file] = files;
    if (!(error instanceof SluiceError) || file === undefined) throw error;
    // The policy knows its rules, but not the file that they stand in.
    const { code, message, hint } = error;
    const reason = message.charAt(0).toLowerCase() + message.slice(1);
    throw new SluiceError(code, `Cannot use the configuration ${file}: ${reason}`, {
      hint,
      cause: error,
    });
  }
}

/** A project's file cannot keep Sluice from starting: a rule that cannot be read is left out and told. */
function isReadable(rule: PolicyRule, warn?: (line: string) => void): boolean {
  try {
    compilePolicy([rule], 'ask');
    return true;
  } catch (error) {
    warn?.(`a rule of the project's file is ignored: ${toSluiceError(error).message}`);
    return false;
  }
}
