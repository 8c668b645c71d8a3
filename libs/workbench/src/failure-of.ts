import { getHeapStatistics } from 'node:v8';
import type { JobReply } from './messages.js';

/** Frames of an error that are told. */
const maxFrames = 8;

/** What is told of an error in a job: its name and where it came from. Its message may hold a payload. */
export function failureOf(error: unknown): Extract<JobReply, { readonly ok: false }> {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.match(/^\s+at .*$/gm) ?? [];
  return {
    ok: false,
    errorName: error instanceof Error ? error.name : typeof error,
    frames: frames.slice(0, maxFrames).map((frame) => frame.trim()),
    heapBytes: getHeapStatistics().total_heap_size,
  };
}
