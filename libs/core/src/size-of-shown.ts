import { utf8Length } from '@sluice/json-text';
import type { ShapedValue } from './shaped-value.js';

/** Bytes of a shaped value that the model gets; of an envelope what tells of the value. */
export function sizeOfShown(value: ShapedValue | undefined): number {
  switch (value?.kind) {
    case undefined:
    case 'none':
      return 0;
    case 'inline':
      return utf8Length(value.text);
    case 'reference':
      return utf8Length(value.shape) + utf8Length(value.preview);
  }
}
