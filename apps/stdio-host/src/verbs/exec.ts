import { readFile } from 'node:fs/promises';
import { SluiceError } from '@sluice/contracts';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { callTool } from './call-tool.js';
import { withGateway } from './with-gateway.js';

/** What `sluice exec` was given. */
export interface ExecOptions {
  readonly file?: string;
  readonly code?: string;
  /** JSON text for the program's `data`. */
  readonly data?: string;
  readonly timeoutMs?: number;
  readonly json: boolean;
}

/** `sluice exec FILE`, `sluice exec -e CODE`: runs a program from the shell, through the same gate. */
export async function exec(
  options: HostOptions,
  run: ExecOptions,
  terminal: Terminal,
): Promise<number> {
  const code = await programText(run);
  const data = run.data === undefined ? undefined : parseData(run.data);
  return withGateway(options, terminal, (gateway) => {
    void gateway.warmChecker();
    return callTool(
      gateway,
      terminal,
      'run_code',
      { code, data, timeoutMs: run.timeoutMs },
      run.json,
    );
  });
}

async function programText({ file, code }: ExecOptions): Promise<string> {
  if ((file === undefined) === (code === undefined))
    throw new SluiceError('USAGE', 'exec wants a file or -e CODE, one of them', {
      hint: "sluice exec program.ts, or sluice exec -e 'return 1 + 1'",
    });
  if (code !== undefined) return code;
  const path = String(file);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new SluiceError(
      'USAGE',
      `Cannot read the program ${JSON.stringify(path)}: ${(error as NodeJS.ErrnoException).code ?? 'unreadable'}`,
      { cause: error },
    );
  }
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SluiceError('USAGE', `--data is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
