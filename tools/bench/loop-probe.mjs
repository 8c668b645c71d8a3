// Loaded into a host with --import: notes how long its event loop stood still, and the most memory it took. What it noted
// since the last time goes into the file LOOP_PROBE at SIGUSR2.
import { writeFileSync, readFileSync } from 'node:fs';

/** The loop is asked so often, in milliseconds; a stretch is longer by that at most. */
const everyMs = 2;
let last = performance.now();
let lastCpu = process.cpuUsage();
let stretches = [];
let peakBytes = 0;

setInterval(() => {
  const now = performance.now();
  const cpu = process.cpuUsage();
  const ms = now - last - everyMs;
  // Of a busy machine the wait is not ours: what this process used meanwhile bounds what it did, all its threads together.
  const cpuMs = (cpu.user + cpu.system - lastCpu.user - lastCpu.system) / 1000;
  if (ms > 20) stretches.push({ ms: Math.round(ms), cpuMs: Math.round(cpuMs) });
  last = now;
  lastCpu = cpu;
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, everyMs).unref();

process.on('SIGUSR2', () => {
  const rssBytes = process.memoryUsage.rss();
  peakBytes = Math.max(peakBytes, rssBytes, highWaterBytes());
  writeFileSync(process.env.LOOP_PROBE, JSON.stringify({ stretches, peakBytes, rssBytes }));
  stretches = [];
  peakBytes = 0;
  // Linux: the high water mark starts afresh.
  writeFileSync('/proc/self/clear_refs', '5');
});

/** The most that the kernel saw, between two of our looks too. */
function highWaterBytes() {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}
