import { describe, expect, it } from 'vitest';
import type { RunCommand } from '@sluice/config';
import { createKeychain } from './create-keychain.js';

/** A keychain over commands that all end like this. */
function keychain(platform: string, outcome: ReturnType<RunCommand>) {
  const ran: (readonly string[])[] = [];
  const read = createKeychain(platform, (words) => {
    ran.push(words);
    return outcome;
  });
  return { ran, read };
}

describe('createKeychain()', () => {
  it.each([
    ['linux', ['secret-tool', 'lookup', 'service', 'x y', 'account', '$(id)']],
    ['freebsd', ['secret-tool', 'lookup', 'service', 'x y', 'account', '$(id)']],
    ['darwin', ['/usr/bin/security', 'find-generic-password', '-s', 'x y', '-a', '$(id)', '-w']],
  ])('asks the tool of %s, word by word', (platform, words) => {
    const { ran, read } = keychain(platform, { ok: true, text: 's3cret\n' });
    expect(read('x y', '$(id)')).toEqual({ ok: true, text: 's3cret\n' });
    expect(ran).toEqual([words]);
  });

  it('reads nothing on Windows, and says so', () => {
    const { ran, read } = keychain('win32', { ok: true, text: 's3cret' });
    expect(read('a', 'b')).toEqual({
      ok: false,
      reason: 'which Sluice cannot read on Windows',
      hint: 'Put the value into a variable and write ${NAME}, or write {cmd:…} with a program that tells it.',
    });
    expect(ran).toEqual([]);
  });

  it.each([
    [
      'linux',
      'was not found',
      'but the command "secret-tool" was not found',
      'Install libsecret-tools (Debian, Ubuntu) or libsecret (Fedora, Arch).',
    ],
    [
      'linux',
      'ended with 1',
      'which is not there',
      'Store it: secret-tool store --label NAME service SERVICE account ACCOUNT',
    ],
    [
      'darwin',
      'ended with 44',
      'which is not there',
      'Store it: security add-generic-password -s SERVICE -a ACCOUNT -w',
    ],
    [
      'darwin',
      'ended with 36',
      'but the command "/usr/bin/security" ended with 36',
      'Unlock the keychain, and try the command in a terminal.',
    ],
    [
      'linux',
      'took more than 10 seconds',
      'but the command "secret-tool" took more than 10 seconds',
      'Unlock the keychain, and try the command in a terminal.',
    ],
  ])('says on %s of a tool that %s: %s', (platform, failure, reason, hint) => {
    const { read } = keychain(platform, { ok: false, reason: failure });
    expect(read('a', 'b')).toEqual({ ok: false, reason, hint });
  });
});
