/** What is known of a message as it came. */
export interface WireFacts {
  readonly sizeBytes: number;
  /** Levels of objects and arrays in it, where they were counted. */
  readonly depth?: number;
}
