// Catalogues that lack what a query asks for, and ones that have it.

/** Each query whose tool is gone has a catalogue of its own: not too many. */
const maxQueries = 250;
/** Servers of one installation: as many as people have. */
const installations = [3, 8, 16];
const rounds = 12;
/** Of the queries that an installation has nothing for, this share: they would be nearly all. */
const foreignShare = 0.25;

/** The right answers of a query, and all that do the same job. */
export function answersOf({ relevant, equiv = [], grades = {} }) {
  const all = new Set([...relevant, ...Object.keys(grades)]);
  for (const group of equiv)
    if (group.some((id) => all.has(id))) for (const id of group) all.add(id);
  return all;
}

/**
 * A suite's queries, each with the tools that stand there: `there` with all, `toolGone` without the right ones, `serverGone`
 * without any of their servers. Then small installations of some servers, drawn by lot: `few` where one has the
 * tool, `fewForeign` where none has. `has` tells whether a tool, by its id, is there.
 */
export function* situations({ tools, queries }) {
  const serverOf = new Map(tools.map(({ id, server }) => [id, server]));
  for (const query of queries.slice(0, maxQueries)) {
    const answers = answersOf(query);
    const homes = new Set([...answers].map((id) => serverOf.get(id)));
    yield { kind: 'there', query, has: () => true };
    yield { kind: 'toolGone', query, has: (id) => !answers.has(id) };
    yield { kind: 'serverGone', query, has: (id) => !homes.has(serverOf.get(id)) };
  }
  const servers = [...new Set(serverOf.values())].sort();
  if (servers.length < 2 * Math.max(...installations)) return;
  const random = seeded(11);
  for (let round = 0; round < rounds; round++) {
    const left = [...servers];
    const chosen = new Set();
    while (chosen.size < installations[round % installations.length])
      chosen.add(left.splice(Math.floor(random() * left.length), 1)[0]);
    const has = (id) => chosen.has(serverOf.get(id));
    for (const query of queries.slice(0, maxQueries)) {
      if ([...answersOf(query)].some(has)) yield { kind: 'few', query, has };
      else if (random() < foreignShare) yield { kind: 'fewForeign', query, has };
    }
  }
}

/** Numbers from 0 to 1, the same on each run. */
function seeded(state) {
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
