// Sample data for the demo: customers as CSV, orders as JSON; the same on every run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const cities = ['New York', 'Chicago', 'Los Angeles'];
const statuses = ['paid', 'paid', 'paid', 'open', 'refunded'];

/** Small deterministic generator (mulberry32), so that every demo shows the same numbers. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Writes customers.csv (about 0.7 MB) and orders.json (about 3.8 MB) into the folder. */
export function writeSampleData(folder) {
  mkdirSync(folder, { recursive: true });
  const next = random(20261130);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const customers = Array.from({ length: 15_000 }, (_, index) => [
    `C${String(index + 1).padStart(5, '0')}`,
    `Customer ${index + 1}`,
    pick(cities),
    `customer${index + 1}@example.com`,
  ]);
  const orders = Array.from({ length: 40_000 }, (_, index) => ({
    id: `O${index + 1}`,
    customerId: pick(customers)[0],
    totalCents: Math.floor(next() ** 3 * 500_000) + 100,
    status: pick(statuses),
  }));
  const paths = { customers: join(folder, 'customers.csv'), orders: join(folder, 'orders.json') };
  writeFileSync(
    paths.customers,
    ['id,name,city,email', ...customers.map((row) => row.join(','))].join('\n'),
  );
  writeFileSync(paths.orders, JSON.stringify(orders));
  return paths;
}
