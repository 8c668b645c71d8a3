import type { StandardSchemaV1 } from '@modelcontextprotocol/client';

/** A Standard Schema that takes everything as it is: results are read by our own lenient readers. */
export const passThrough: StandardSchemaV1<unknown> = {
  '~standard': { version: 1, vendor: 'sluice', validate: (value) => ({ value }) },
};
