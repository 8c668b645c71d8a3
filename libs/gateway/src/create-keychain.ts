import type { ReadKeychain, RunCommand } from '@sluice/config';

/**
 * Reads secrets of `{keychain:service/account}`: from the login keychain of macOS by `security`, on Linux and the BSDs
 * from the Secret Service (GNOME Keyring, KWallet, KeePassXC) by `secret-tool` of libsecret, where they stand under the
 * attributes `service` and `account`. Windows has no command that tells a stored password, so that nothing is read there.
 *
 * @param run runs a command without a shell; its failures are told without its output
 */
export function createKeychain(platform: string, run: RunCommand): ReadKeychain {
  return (service, account) => {
    const tool = toolOf(platform, service, account);
    if (tool === undefined)
      return {
        ok: false,
        reason: 'which Sluice cannot read on Windows',
        hint: 'Put the value into a variable and write ${NAME}, or write {cmd:…} with a program that tells it.',
      };
    const outcome = run(tool.words);
    if (outcome.ok) return outcome;
    if (outcome.reason === 'was not found')
      return { ok: false, reason: `but ${quoted(tool.words)} was not found`, hint: tool.install };
    if (tool.isMissing.test(outcome.reason))
      return { ok: false, reason: 'which is not there', hint: tool.store };
    return {
      ok: false,
      reason: `but ${quoted(tool.words)} ${outcome.reason}`,
      hint: 'Unlock the keychain, and try the command in a terminal.',
    };
  };
}

interface KeychainTool {
  readonly words: readonly string[];
  /** The reason for which it fails where there is no such secret. */
  readonly isMissing: RegExp;
  readonly install: string;
  readonly store: string;
}

function toolOf(platform: string, service: string, account: string): KeychainTool | undefined {
  if (platform === 'win32') return undefined;
  if (platform === 'darwin')
    return {
      // By its full path: a program of that name in PATH would be told what is wanted.
      words: ['/usr/bin/security', 'find-generic-password', '-s', service, '-a', account, '-w'],
      // errSecItemNotFound (-25300) as an exit code.
      isMissing: /^(ended with 44|wrote nothing)$/,
      install: 'It is part of macOS: restore it.',
      store: 'Store it: security add-generic-password -s SERVICE -a ACCOUNT -w',
    };
  return {
    words: ['secret-tool', 'lookup', 'service', service, 'account', account],
    isMissing: /^(ended with 1|wrote nothing)$/,
    install: 'Install libsecret-tools (Debian, Ubuntu) or libsecret (Fedora, Arch).',
    store: 'Store it: secret-tool store --label NAME service SERVICE account ACCOUNT',
  };
}

function quoted([command = '']: readonly string[]): string {
  return `the command "${command}"`;
}
