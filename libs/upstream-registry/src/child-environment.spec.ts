import { describe, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.js';

describe('childEnvironment()', () => {
  const ours = {
    PATH: '/bin',
    HOME: '/home/u',
    SECRET_A: '1',
    AWS_SECRET_ACCESS_KEY: '2',
    LANG: undefined,
  };

  it('hands on the short list, and an empty env takes nothing away', () => {
    expect(
      childEnvironment({ environment: ours, platform: 'linux', inheritEnv: [], env: {} }),
    ).toEqual({
      PATH: '/bin',
      HOME: '/home/u',
    });
  });

  it('adds the inherited names that are set, then its own variables, which win', () => {
    const env = { PATH: '/own', B: '3' };
    expect(
      childEnvironment({
        environment: ours,
        platform: 'linux',
        inheritEnv: ['SECRET_A', 'NONE'],
        env,
      }),
    ).toEqual({ PATH: '/own', HOME: '/home/u', SECRET_A: '1', B: '3' });
  });

  it('hands on no exported shell function', () => {
    const environment = { SHELL: '() { :; }; echo x', TERM: 'xterm' };
    expect(childEnvironment({ environment, platform: 'linux', inheritEnv: [], env: {} })).toEqual({
      TERM: 'xterm',
    });
  });

  it('reads names without their case on Windows, and never sets one twice', () => {
    const environment = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', secret: 'x', HOME: 'no' };
    expect(
      childEnvironment({
        environment,
        platform: 'win32',
        inheritEnv: ['SECRET'],
        env: { PATH: 'D:\\own' },
      }),
    ).toEqual({ SystemRoot: 'C:\\Windows', secret: 'x', PATH: 'D:\\own' });
  });
});
