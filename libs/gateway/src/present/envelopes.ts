import type { ToolGroup } from '@sluice/contracts';
import type { ShapedValue } from '@sluice/core';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { formatSize } from './format-size.js';
import { presentValue } from './present-value.js';
import { toolpipeTime } from './toolpipe-time.js';

/** What a client gets in place of a result that is kept. */
export type Envelope = (value: ShapedValue) => Pick<ToolAnswer, 'content' | 'structuredContent'>;

/** The envelope for clients that see these groups: it names the tools that they have to go on with. */
export function envelopeFor(groups: readonly ToolGroup[]): Envelope {
  if (groups.includes('toolpipe')) return toolpipeEnvelope;
  if (groups.includes('results')) return plain(byResultTools);
  return groups.includes('code') || groups.includes('jsmcp') ? plain() : plain(byNothing);
}

const byResultTools =
  'Go on with select_result (JMESPath), search_result, read_result, or pipe_result into a tool.';
const byNothing =
  'To go on, the user has to show you the group "results" of Sluice (--expose); or call the tool for less.';

function plain(goOn?: string): Envelope {
  return (value) => ({ content: [{ type: 'text', text: presentValue(value, goOn) }] });
}

/** As ToolPipe has it: `{ toolpipe: { virtualized, ref, … } }`, and the text in short. */
function toolpipeEnvelope(value: ShapedValue): ReturnType<Envelope> {
  if (value.kind !== 'reference') return { content: [{ type: 'text', text: presentValue(value) }] };
  const { ref, contentType, sizeBytes, source, expiresAt } = value.stored;
  const text = [
    'The result is large and was kept.',
    `Reference: ${ref}`,
    `Size: ${formatSize(sizeBytes)}`,
    'Go on with toolpipe_select_result (JMESPath), toolpipe_search_result, toolpipe_read_result, or toolpipe_pipe_result into a tool.',
  ].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      toolpipe: {
        virtualized: true,
        ref,
        content_type: contentType,
        size_bytes: sizeBytes,
        source_tool: source,
        expires_at: toolpipeTime(expiresAt),
        preview: { shape: value.shape, text: value.preview },
      },
    },
  };
}
