import { describe, expect, it } from 'vitest';
import { browserCommand } from './browser-command.js';

const url = 'http://127.0.0.1:1/approve#s';

describe('browserCommand()', () => {
  it.each([
    ['darwin', {}, { command: 'open', args: [url] }],
    ['win32', {}, { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] }],
    ['linux', { DISPLAY: ':0' }, { command: 'xdg-open', args: [url] }],
    ['freebsd', { WAYLAND_DISPLAY: 'wayland-0' }, { command: 'xdg-open', args: [url] }],
    ['linux', {}, undefined],
    ['linux', { DISPLAY: '' }, undefined],
  ] as const)('on %s with %j is %j', (platform, variables, command) => {
    expect(browserCommand(url, platform, variables)).toEqual(command);
  });
});
