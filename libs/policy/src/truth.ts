/**
 * Whether a part of a rule holds. `unclear`: it may, as the upstream reads the value (another case, a
 * number written as text, one of several list elements). An allow rule needs `yes`; a deny or ask
 * rule holds unless it is `no`.
 */
export type Truth = 'yes' | 'no' | 'unclear';

/** The truth of a statement about each of several values: certain only where all agree; of none, `no`. */
export function truthOfEach(truths: readonly Truth[]): Truth {
  const [first = 'no', ...others] = truths;
  return others.every((truth) => truth === first) ? first : 'unclear';
}

/** The truth of "any of these". */
export function truthOfAny(truths: readonly Truth[]): Truth {
  if (truths.includes('yes')) return 'yes';
  return truths.includes('unclear') ? 'unclear' : 'no';
}

/** The truth of "all of these"; of none, `yes`. */
export function truthOfAll(truths: readonly Truth[]): Truth {
  if (truths.includes('no')) return 'no';
  return truths.includes('unclear') ? 'unclear' : 'yes';
}
