import { SluiceError, type Settings } from '@sluice/contracts';
import { compilePolicy, type Policy } from '@sluice/policy';

/**
 * The policy of the settings.
 *
 * @throws SluiceError `CONFIG_INVALID` for the first rule outside the grammar, naming file, place and text.
 */
export function compileRules({ policy, policyDefault, files }: Settings): Policy {
  try {
    return compilePolicy(policy, policyDefault);
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
