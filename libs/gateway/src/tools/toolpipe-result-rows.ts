import type { Json, JsonObject, SearchMatch } from '@sluice/contracts';
import type { PipedArguments, ResultContext, ResultRefusal } from '@sluice/core';
import { parseJson } from '@sluice/json-text';
import * as z from 'zod';
import type { AskingCalls } from '../exchange/asking-calls.js';
import type { Envelope } from '../present/envelopes.js';
import { presentDirect } from '../present/present-direct.js';
import { presentRefusal } from '../present/present-refusal.js';
import { presentStructured } from '../present/present-structured.js';
import { toolpipeTime } from '../present/toolpipe-time.js';
import type { DirectTools } from './direct-tools.js';
import { catching } from './new-server-rows.js';
import type { ResultUseCases } from './result-rows.js';
import { isQuestions } from './tool-outcome.js';
import { defineTool, type ToolRow } from './tool-row.js';

/** What the result tools of ToolPipe need. */
export interface ToolpipeResultOptions {
  readonly cases: ResultUseCases;
  /** The arguments of a pipe. */
  readonly argumentsOf: (request: PipedArguments, context: ResultContext) => Promise<JsonObject>;
  readonly calls: Pick<AskingCalls, 'turn'>;
  readonly directTools: () => DirectTools;
  readonly envelope: Envelope;
}

const ref = z.string().describe('Reference of a kept result ("res_…").');

/** ToolPipe reads as much unless it is told otherwise, in bytes. */
const defaultReadBytes = 8192;
const maxMatches = 100;

const readsOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** ToolPipe's six tools for kept results, with its names, arguments and shapes, over our own. */
export function toolpipeResultRows(options: ToolpipeResultOptions): readonly ToolRow[] {
  const { cases, argumentsOf, calls, directTools, envelope } = options;
  const group = 'toolpipe';
  return [
    defineTool({
      name: 'toolpipe_inspect_result',
      group,
      title: 'Inspect a result',
      description: () => 'Says what a kept result is: size, type, source and a preview.',
      input: z.object({ ref }),
      annotations: readsOnly,
      run: async (request, context) => {
        const report = await cases.inspect(request, context);
        if (report.status === 'refused') return presentRefusal(report);
        const { stored, shape, preview } = report;
        return presentStructured({
          ref: stored.ref,
          content_type: stored.contentType,
          size_bytes: stored.sizeBytes,
          source_tool: stored.source,
          created_at: toolpipeTime(stored.createdAt),
          expires_at: toolpipeTime(stored.expiresAt),
          preview: { shape, text: preview },
        });
      },
    }),
    defineTool({
      name: 'toolpipe_read_result',
      group,
      title: 'Read a result',
      description: () =>
        'Reads a slice of a kept result, in bytes. Select or search where you can.',
      input: z.object({
        ref,
        offset: z.int().min(0).default(0).describe('Where to start, in bytes.'),
        limit: z.int().min(1).default(defaultReadBytes).describe('Most bytes.'),
      }),
      annotations: readsOnly,
      run: async (request, context) => {
        const report = await cases.read(request, context);
        if (report.status === 'refused') return presentRefusal(report);
        const { stored, content, offset, sizeBytes, nextOffset } = report;
        return presentStructured({
          ref: stored.ref,
          offset,
          returned_bytes: sizeBytes,
          has_more: nextOffset !== undefined,
          content,
          content_type: stored.contentType,
        });
      },
    }),
    defineTool({
      name: 'toolpipe_select_result',
      group,
      title: 'Select from a result',
      description: () =>
        'Applies a JMESPath expression to a kept result: customers[].revenue. A large selection becomes a result of its own.',
      input: z.object({ ref, expression: z.string().describe('JMESPath.') }),
      annotations: readsOnly,
      run: async (request, context) => {
        const report = await cases.select(request, context);
        if (report.status === 'refused') return presentRefusal(report);
        const { value } = report;
        switch (value.kind) {
          case 'none':
            return presentStructured(inline(null, 'application/json', 4));
          case 'inline': {
            const { contentType, text, sizeBytes } = value;
            const parsed = contentType === 'text/plain' ? text : parseJson(text);
            return presentStructured(inline(parsed, 'application/json', sizeBytes));
          }
          case 'reference': {
            const { ref: kept, contentType, sizeBytes } = value.stored;
            return presentStructured({
              virtualized: true,
              ref: kept,
              content_type: contentType,
              size_bytes: sizeBytes,
            });
          }
        }
      },
    }),
    defineTool({
      name: 'toolpipe_search_result',
      group,
      title: 'Search a result',
      description: () =>
        'Looks for a text or a regular expression in a kept result: lines of a text, paths of a JSON value.',
      input: z.object({
        ref,
        query: z.string().describe('What to look for.'),
        regex: z.boolean().default(false).describe('Read it as a regular expression (RE2).'),
        limit: z.int().min(1).max(maxMatches).default(20).describe('Most matches.'),
      }),
      annotations: readsOnly,
      run: async (request, context) => {
        const report = await cases.search(request, context);
        if (report.status === 'refused') return presentRefusal(report);
        const { matches, total, isWhole } = report;
        const truncated = total > matches.length || !isWhole;
        return presentStructured({ matches: matches.map(matchOf), truncated });
      },
    }),
    defineTool({
      name: 'toolpipe_release_result',
      group,
      title: 'Release a result',
      description: () => 'Forgets a kept result that is not needed any more.',
      input: z.object({ ref }),
      annotations: { ...readsOnly, readOnlyHint: false, destructiveHint: true },
      run: async (request, context) => {
        const report = await cases.release(request, context);
        if (report.status === 'refused') return presentRefusal(report);
        return presentStructured({ released: true, ref: report.stored.ref });
      },
    }),
    defineTool({
      name: 'toolpipe_pipe_result',
      group,
      title: 'Pipe a result into a tool',
      description: () =>
        'Calls a tool of a server with data of a kept result, past the conversation: each argument in mapping is a JMESPath expression over it (@ is all of it), those in arguments are taken as they are.',
      input: z.object({
        ref,
        target_tool: z.string().describe('Name of the tool as it is listed here: server_tool.'),
        mapping: z.record(z.string(), z.string()).describe('Argument → JMESPath.'),
        arguments: z.record(z.string(), z.unknown()).nullish().describe('Further arguments.'),
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
      run: async ({ ref: from, target_tool, mapping, arguments: literals }, context) =>
        catching(async () => {
          const target = directTools().byName(target_tool);
          if (target === undefined) return presentRefusal(noTarget(target_tool));
          const given = (literals ?? undefined) as Readonly<Record<string, Json>> | undefined;
          const piped = { ref: from, mapping, arguments: given };
          const args = await argumentsOf(piped, context);
          const report = await calls.turn({ toolId: target.tool.id, args, piped }, context);
          if (isQuestions(report)) return report;
          return presentDirect(report, { hasOutputSchema: false, envelope });
        }),
    }),
  ];
}

function inline(value: Json, content_type: string, size_bytes: number): JsonObject {
  return { virtualized: false, content_type, size_bytes, value };
}

function matchOf(match: SearchMatch): JsonObject {
  return match.kind === 'line'
    ? { line: match.line, text: match.excerpt }
    : { path: match.path, value: match.excerpt };
}

function noTarget(name: string): Pick<ResultRefusal, 'code' | 'message' | 'hint'> {
  return {
    code: 'TOOL_UNKNOWN',
    message: `Cannot pipe into ${JSON.stringify(name)}: it is no tool of a server`,
    hint: 'Use a name of the list of tools; those of Sluice itself take no pipe.',
  };
}
