import type { Clock } from '@sluice/contracts';
import { encodeFrame, FrameReader, readRunnerMessage } from '@sluice/runner-protocol';
import type { ProbeEnd } from '@sluice/runner-protocol';
import type { RunnerProcess } from './runner-process.js';

/** Time for a runner to try its walls. */
const probeTimeoutMs = 20_000;

/**
 * Lets a runner that is ready attack its own walls. It is of no use for a program afterwards.
 *
 * @param memoryMb off-heap memory that it must not get; undefined: not tried
 * @returns each wall and whether it held, or undefined when there was no answer
 */
export function probeRunner(
  runner: RunnerProcess,
  clock: Clock,
  memoryMb: number | undefined,
): Promise<ProbeEnd['walls'] | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(probeTimeoutMs, () => resolve(undefined));
    const settle = (walls: ProbeEnd['walls'] | undefined) => {
      cancel();
      resolve(walls);
    };
    const reader = new FrameReader({ from: 'runner', maxValueBytes: 0 });
    runner.read((chunk) => {
      try {
        reader.push(chunk, (frame) => {
          const message = readRunnerMessage(frame);
          settle(message.name === 'probe-end' ? message.payload.walls : undefined);
        });
      } catch {
        settle(undefined);
      }
    });
    void runner.exited.then(() => settle(undefined));
    runner.write(encodeFrame('probe-start', JSON.stringify({ id: 1, memoryMb })));
  });
}
