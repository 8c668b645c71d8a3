import type { OptionRow } from './command-row.js';

/** Sluice listens on loopback only; who wants more puts a proxy with TLS before it. */
const loopback = ['127.0.0.1', 'localhost'];

/** Options of jsmcp that say here what holds anyway, so that its command lines and units go on working. */
export const jsmcpOptions = {
  bind: {
    flags: '--bind <address>',
    summary: 'where it listens: on loopback only, as without it',
    choices: loopback,
  },
  host: {
    flags: '--host <address>',
    summary: 'where the daemon is: on loopback only, as without it',
    choices: loopback,
  },
  port: {
    flags: '--port <number>',
    summary: 'taken and not used, as in jsmcp',
    range: [1, 65_535],
  },
  sessionId: {
    flags: '--session-id <id>',
    summary: 'taken and not used: each client has a session of its own here',
  },
} as const satisfies Record<string, OptionRow>;
