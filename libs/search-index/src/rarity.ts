/**
 * How rare a term is that so many of so many tools hold (BM25's inverse document frequency); more
 * than 0.
 */
export function rarity(count: number, toolCount: number): number {
  return Math.log(1 + (toolCount - count + 0.5) / (count + 0.5));
}
