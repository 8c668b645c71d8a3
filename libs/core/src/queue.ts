/** Values in the order in which they came; they leave at the front. */
export interface Queue<Value> {
  readonly size: number;
  first(): Value | undefined;
  push(value: Value): void;
  /** Takes the first out. What has left is not held any more. */
  shift(): Value | undefined;
  /** Puts a value before all others. */
  unshift(value: Value): void;
  /** All of them, in their order. */
  values(): readonly Value[];
}

/** Places of values that have left, before the others move up. */
const maxEmptyPlaces = 1024;

/** Makes an empty queue whose `shift` takes the same time however long it is, as that of an array does not. */
export function createQueue<Value>(): Queue<Value> {
  let places: (Value | undefined)[] = [];
  let start = 0;

  return {
    get size() {
      return places.length - start;
    },
    first: () => places[start],
    push: (value) => void places.push(value),
    shift() {
      if (start === places.length) return undefined;
      const value = places[start];
      // The place may stay for long: a thousand log lines of 256 kB are a lot to hold for nobody.
      places[start] = undefined;
      start += 1;
      if (start > maxEmptyPlaces && start * 2 > places.length) {
        places = places.slice(start);
        start = 0;
      }
      return value;
    },
    unshift(value) {
      if (start === 0) return void places.unshift(value);
      start -= 1;
      places[start] = value;
    },
    values: () => places.slice(start) as readonly Value[],
  };
}
