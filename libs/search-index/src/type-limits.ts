/** How much of a schema a type shows. */
export interface TypeLimits {
  /** Objects within objects, beyond which only the names of the properties are shown. */
  readonly depth: number;
  /** Properties of one object; required ones come first. */
  readonly properties: number;
  /** Members of one union. */
  readonly variants: number;
  /** Values of one enum. */
  readonly enumValues: number;
  /** Formats and defaults as comments. */
  readonly comments: boolean;
}

/**
 * From generous to bare: a signature takes the first that fits its budget. Depths follow from
 * published servers, whose arguments are rarely nested deeper than four objects.
 */
export const TYPE_LIMITS: readonly TypeLimits[] = [
  { depth: 6, properties: 80, variants: 12, enumValues: 24, comments: true },
  { depth: 4, properties: 60, variants: 10, enumValues: 16, comments: true },
  { depth: 3, properties: 50, variants: 8, enumValues: 12, comments: true },
  { depth: 2, properties: 40, variants: 6, enumValues: 8, comments: true },
  { depth: 2, properties: 30, variants: 4, enumValues: 6, comments: false },
  { depth: 1, properties: 40, variants: 4, enumValues: 5, comments: false },
  { depth: 1, properties: 20, variants: 3, enumValues: 3, comments: false },
  { depth: 1, properties: 10, variants: 2, enumValues: 2, comments: false },
  { depth: 0, properties: 0, variants: 2, enumValues: 2, comments: false },
];
