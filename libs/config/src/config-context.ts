import type { ServerOrigin } from '@sluice/contracts';
import type { ConfigSource } from './config-source.js';
import type { Substitution } from './substitute.js';

type Substitute = (text: string, note?: (value: string) => void) => Substitution;

/** What the readers of one file's parts share. */
export interface ConfigContext {
  readonly source: ConfigSource;
  /** Whose file it is, where nobody vouches for its servers yet; they carry what a person has to agree to. */
  readonly origin?: ServerOrigin;
  /** Inserts variables and files into one text of this file; `note` is told what was inserted that may be secret. */
  readonly substituteText: Substitute;
  /** The same without running commands, for a server that is switched off. */
  readonly substituteIdly: Substitute;
  /** A path of this file, absolute: `~/` is the home folder, relative is beside the file. */
  readonly resolvePath: (path: string) => string;
  /** Takes one line of warning. */
  readonly warn: (line: string) => void;
}
