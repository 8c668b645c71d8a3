import type { StoredResult } from '@sluice/contracts';

/** What the model gets of a value: nothing, all of it, or a reference with shape and preview. */
export type ShapedValue =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'inline';
      /** JSON text; for `text/plain` the bare text of a value that is a string. */
      readonly text: string;
      readonly contentType: 'application/json' | 'text/plain';
      readonly sizeBytes: number;
    }
  | {
      readonly kind: 'reference';
      readonly stored: StoredResult;
      /** One line: `{ customers: Array(100000) of { id: string } }`, `text of 40000 characters`. */
      readonly shape: string;
      /** Within `results.previewMaxBytes`; where it leaves something out, it says so. */
      readonly preview: string;
      /** That limit, which holds for what is shown of the preview, too. */
      readonly previewMaxBytes: number;
    };
