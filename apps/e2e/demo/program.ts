// What a model would write: read two files, join them, remember the best customers, ask a structured tool.
type Order = { customerId: string; totalCents: number; status: string };

const [customers, orders] = await Promise.all([
  filesystem.read_text_file({ path: data.customers }),
  filesystem.read_text_file({ path: data.orders }),
]);

const paidCents = new Map<string, number>();
for (const order of JSON.parse(orders.content) as Order[]) {
  if (order.status !== 'paid') continue;
  paidCents.set(order.customerId, (paidCents.get(order.customerId) ?? 0) + order.totalCents);
}

const rows = customers.content
  .trim()
  .split('\n')
  .slice(1)
  .map((line: string) => line.split(','));
const best = rows
  .map(([id, name, city]: string[]) => ({
    id,
    name,
    city,
    revenue: (paidCents.get(id) ?? 0) / 100,
  }))
  .sort((a, b) => b.revenue - a.revenue)
  .slice(0, 3);

await memory.create_entities({
  entities: best.map(({ name, city, revenue }) => ({
    name,
    entityType: 'customer',
    observations: [`lives in ${city}`, `paid ${revenue.toFixed(2)} in total`],
  })),
});
const weather = await everything.get_structured_content({ location: best[0].city });

return { customers: rows.length, paying: paidCents.size, best, weatherAtBest: weather.conditions };
