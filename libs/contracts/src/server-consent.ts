/**
 * Who wrote the definition of a server that nobody has vouched for. `project`: whoever made the folder that
 * Sluice works in. `client`: the user, for another MCP client.
 */
export type ServerOrigin = 'project' | 'client';

/** What a person has to agree to before anything of a server is started or asked. */
export interface ServerConsent {
  readonly origin: ServerOrigin;
  /**
   * All that a yes is bound to, as the file has it, with what people wrote into it as secrets: it is
   * digested, and neither shown nor stored.
   */
  readonly bound: string;
  readonly shown: ShownServer;
}

/**
 * How a server is started or reached, for people and for files: as the file has it, so that placeholders
 * (`${TOKEN}`) stay; what looks like a secret in an argument or URL is replaced.
 */
export interface ShownServer {
  /** The program and its arguments, of a local server. */
  readonly command?: readonly string[];
  /** Where it runs; absent: the working folder of Sluice. */
  readonly cwd?: string;
  /** The address, of a remote server. */
  readonly url?: string;
  /** Variables that are set for it, by name; `NAME=value` for those that decide which code it runs. */
  readonly env: readonly string[];
  /** Headers that are sent to it, by name. */
  readonly headers: readonly string[];
  /** The user's own variables that it gets or that are put in, by name. */
  readonly variables: readonly string[];
  /** Files whose text is put in, as they are written. */
  readonly files: readonly string[];
}

/** One server that waits for a person's yes. */
export interface QuestionServer {
  readonly name: string;
  readonly origin: ServerOrigin;
  /** The file that defines it. */
  readonly file: string;
  /** Of all that a yes is bound to. */
  readonly digest: string;
  readonly shown: ShownServer;
  /** What differs from the definition that was approved before; undefined when none was. */
  readonly changes?: readonly string[];
}

/** A person's lasting yes to starting or reaching one server. */
export interface ServerApproval extends Omit<QuestionServer, 'changes'> {
  /** `a_` and random digits, for `sluice approvals revoke`. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly grantedAt: number;
  /** Where the person answered. */
  readonly answeredIn: 'client' | 'terminal' | 'page';
}
