import { expect } from 'vitest';
import { failingProgram } from './failing-program.js';
import type { RawHost } from './raw-host.js';
import { callTool, initialize } from './raw-session.js';

/** Lists tools, and calls every one of them. */
export async function useEverything(host: RawHost): Promise<void> {
  await initialize(host);
  const { result } = await host.ask('tools/list', {});
  const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
  const run = names.includes('run_code') ? 'run_code' : 'execute_code';
  const ran = names.includes(run) ? await callTool(host, run, { code: failingProgram }) : undefined;
  if (ran) {
    // It did fail, with all that it was given.
    expect(ran.text).toContain('[redacted]');
    await callTool(host, run, { code: failingProgram, data: 'throw' });
    await callTool(host, run, { code: 'return await talks.fails({})' });
    await callTool(host, run, { code: 'return await talks.throws({})' });
  }
  const ref = /res_[0-9a-f]{32}/.exec(ran?.text ?? '')?.[0] ?? `res_${'0'.repeat(32)}`;
  for (const name of names) {
    const ways = argumentsOf(name, ref);
    if (ways === undefined) throw new Error(`The tool ${name} is not covered: add its arguments`);
    for (const args of ways) await callTool(host, name, args);
  }
}

/** Arguments to call a tool with; undefined for one that nobody thought of. */
function argumentsOf(name: string, ref: string): readonly object[] | undefined {
  const own = name.replace(/^toolpipe_/, '');
  switch (own) {
    case 'search_tools':
      return [{}, { query: 'leaky' }, { query: 'fails', server: 'dies' }];
    case 'run_code':
    case 'execute_code':
      return [{ code: 'return 1' }];
    case 'inspect_result':
    case 'read_result':
    case 'release_result':
      return [{ ref }];
    case 'select_result':
      return [{ ref, expression: '[].message' }];
    case 'search_result':
      return [{ ref, query: 'Cnry' }];
    case 'pipe_result':
      return ['mcp__talks__fails', 'talks_fails'].map((tool) => ({
        ref,
        tool,
        target_tool: tool,
        mapping: { x: '@' },
      }));
    case 'list_tools':
      return [{ server: 'talks' }, { server: 'dies' }];
    case 'approve_server':
    case 'remove_server':
      return [{ name: 'talks' }];
    case 'add_server':
      return [
        { name: 'talks', command: 'x' },
        { name: 'new', command: 'x' },
      ];
    case 'set_result_mode':
    case 'set_policy':
      return [{ target: 'talks', mode: 'always' }];
    case 'get_result_mode':
    case 'get_policy':
      return [{ target: 'talks' }];
    case 'fetch_logs':
    case 'clear_logs':
    case 'list_servers':
    case 'pending_servers':
      return [{}];
    default:
      // The one that tells is asked for, and nobody says yes; the one that never answers would be waited for.
      if (/^(?:talks|remote)_(?!never)/.test(name)) return [{}];
      return /^(?:talks|remote)_never$/.test(name) ? [] : undefined;
  }
}
