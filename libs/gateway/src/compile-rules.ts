import { SluiceError, type Settings } from '@sluice/contracts';
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
export function compileRules({ policy, policyDefault, servers, files }: Settings): Rules {
  try {
    return { policy: compilePolicy(policy, policyDefault), exists: createToolFilter(servers) };
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
