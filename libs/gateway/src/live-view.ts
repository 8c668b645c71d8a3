/**
 * An object whose keys are always those of what `current` gives: whoever holds it sees each change, whoever copied a
 * value from it does not.
 *
 * @example
 * let limits = { most: 1 };
 * const live = liveView(() => limits);
 * limits = { most: 2 };
 * live.most; // 2
 */
export function liveView<Shape extends object>(current: () => Shape): Shape {
  return new Proxy({} as Shape, {
    get: (_, key) => Reflect.get(current(), key) as unknown,
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(current(), key);
      return found && { ...found, configurable: true };
    },
    set: () => false,
    deleteProperty: () => false,
    defineProperty: () => false,
  });
}
