import { describe, expect, it } from 'vitest';
import type { ProgramReading, ProgramText } from '../program.js';
import type { JobTable, Workbench } from '../workbench.js';

/** Makes the workbench under test for these jobs; the suite closes it. */
export type MakeWorkbench = (jobs: JobTable) => Workbench;

/** What every {@link Workbench} promises. Its jobs are small ones. Call it inside a spec file. */
export function workbenchContract(name: string, makeWorkbench: MakeWorkbench): void {
  describe(`${name}, as a Workbench`, () => {
    const use = async (work: (workbench: Workbench) => Promise<void>) => {
      const workbench = makeWorkbench(jobs);
      try {
        await work(workbench);
      } finally {
        await workbench.close();
      }
    };
    const context = () => ({ owner: 's1', signal: new AbortController().signal });
    const cancelled = (why = '') => ({
      code: 'WORK_CANCELLED',
      message: `The job "readProgram" was cancelled${why}`,
    });

    it('gives back what the job makes of its input, however many are asked at once', () =>
      use(async (workbench) => {
        const texts = ['a', 'b', 'c'].map(text);
        const readings = texts.map((input) => workbench.run('readProgram', input, context()));
        expect(await Promise.all(readings)).toEqual(texts.map(({ code }) => reading(code)));
        const value = { json: '[]', sizeBytes: 2, isWhole: true, previewMaxBytes: 10 };
        expect(await workbench.run('lookAtValue', value, context())).toEqual({
          shape: 'of []',
          preview: '2',
        });
      }));

    it('fails only the job that throws, and says nothing of its error', () =>
      use(async (workbench) => {
        const failing = workbench.run('readProgram', text('throw'), context());
        const other = workbench.run('readProgram', text('other'), context());
        await expect(failing).rejects.toMatchObject({
          code: 'WORK_FAILED',
          message: 'Cannot finish the job "readProgram": it failed',
        });
        expect(await other).toEqual(reading('other'));
      }));

    it('does nothing for whoever has given up', () =>
      use(async (workbench) => {
        const gone = { owner: 's1', signal: AbortSignal.abort() };
        await expect(workbench.run('readProgram', text('a'), gone)).rejects.toMatchObject(
          cancelled(),
        );
      }));

    it('does without warm(), and with it', () =>
      use(async (workbench) => {
        await workbench.warm();
        expect(await workbench.run('readProgram', text('a'), context())).toEqual(reading('a'));
      }));

    it('closes once and for all', () =>
      use(async (workbench) => {
        await workbench.close();
        await workbench.close();
        await workbench.warm();
        await expect(workbench.run('readProgram', text('a'), context())).rejects.toMatchObject(
          cancelled(': the workbench is closed'),
        );
      }));
  });
}

function text(code: string): ProgramText {
  return { code, maxBytes: 100, bareServers: [] };
}

function reading(code: string): ProgramReading {
  const nothing = { repairs: [], calls: [], dynamic: [], rounded: [] };
  return { ok: true, text: `read ${code}`, origin: Uint32Array.of(0, 0, 1), ...nothing };
}

function read({ code }: ProgramText): ProgramReading {
  if (code === 'throw') throw new TypeError('poison in a message');
  return reading(code);
}

const look: JobTable['lookAtValue']['run'] = ({ json, sizeBytes }) => ({
  shape: `of ${json}`,
  preview: String(sizeBytes),
});

const select: JobTable['selectFromText']['run'] = ({ text, maxBytes }) => ({
  ok: true,
  json: String(text),
  sizeBytes: maxBytes,
});

const search: JobTable['searchText']['run'] = ({ limit }) => ({
  ok: true,
  matches: [],
  total: limit,
  isWhole: true,
});

const jobs: JobTable = {
  readProgram: { run: read, runSmall: read, timeoutMs: 60_000 },
  lookAtValue: { run: look, runSmall: look, timeoutMs: 60_000 },
  selectFromText: { run: select, runSmall: select, timeoutMs: 60_000 },
  searchText: { run: search, runSmall: search, timeoutMs: 60_000 },
};
