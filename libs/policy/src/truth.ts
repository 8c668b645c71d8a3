/**
 * Whether a part of a rule holds. `unclear`: it may, as the upstream reads the value (another case, a
 * number written as text, one of several list elements). An allow rule needs `yes`; a deny or ask
 * rule holds unless it is `no`.
 */
export type Truth = 'yes' | 'no' | 'unclear';

/** The truth of a statement about each of several things: certain only where all agree; of none, `no`. */
export function truthOfEach<Thing>(
  things: readonly Thing[],
  truthOf: (thing: Thing) => Truth,
): Truth {
  let all: Truth | undefined;
  for (const thing of things) {
    const truth = truthOf(thing);
    all ??= truth;
    if (truth === 'unclear' || truth !== all) return 'unclear';
  }
  return all ?? 'no';
}

/** The truth of "any of these holds". */
export function truthOfAny<Thing>(
  things: readonly Thing[],
  truthOf: (thing: Thing) => Truth,
): Truth {
  let any: Truth = 'no';
  for (const thing of things) {
    const truth = truthOf(thing);
    if (truth === 'yes') return 'yes';
    if (truth === 'unclear') any = 'unclear';
  }
  return any;
}
