/** The code points of a text; a lone surrogate counts as one. */
export function codePoints(text: string): readonly number[] {
  const points: number[] = [];
  for (let index = 0; index < text.length;) {
    const point = text.codePointAt(index) ?? 0;
    points.push(point);
    index += point > 0xffff ? 2 : 1;
  }
  return points;
}
