import type { Json } from '@sluice/contracts';
import type {
  InspectResult,
  ReadResult,
  ReleaseResult,
  SearchResult,
  SelectResult,
} from '@sluice/core';
import * as z from 'zod';
import type { AskingCalls } from '../exchange/asking-calls.js';
import {
  presentInspection,
  presentMatches,
  presentPipe,
  presentRelease,
  presentSelection,
  presentSlice,
} from '../present/present-result.js';
import { isQuestions } from './tool-outcome.js';
import { defineTool, type ToolRow } from './tool-row.js';

/** The use cases behind the group `results`. */
export interface ResultUseCases {
  readonly inspect: InspectResult;
  readonly read: ReadResult;
  readonly select: SelectResult;
  readonly search: SearchResult;
  readonly release: ReleaseResult;
}

const ref = z
  .union([z.string(), z.int().positive().transform(String)])
  .describe('Reference of a result ("res_…"), or the number of a nested call ("#3").');

const readsOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/**
 * The rows of the group `results`: looking at what was kept outside the conversation, and moving it.
 *
 * @param now milliseconds since 1970
 */
export function resultRows(
  cases: ResultUseCases,
  calls: Pick<AskingCalls, 'pipe'>,
  now: () => number,
): readonly ToolRow[] {
  return [
    defineTool({
      name: 'inspect_result',
      group: 'results',
      title: 'Inspect a result',
      description: () => 'Says what a kept result is: size, kind, shape and a preview.',
      input: z.strictObject({ ref }),
      annotations: readsOnly,
      run: async (request, context) =>
        presentInspection(await cases.inspect(request, context), now()),
    }),
    defineTool({
      name: 'read_result',
      group: 'results',
      title: 'Read a result',
      description: () =>
        'Reads a slice of a kept result, by bytes and never through a character; bytes that are no text come as base64. Select or search where you can.',
      input: z.strictObject({
        ref,
        offset: z.int().min(0).optional().describe('Where to start, in bytes. Default 0.'),
        limit: z
          .int()
          .min(1)
          .optional()
          .describe('Most bytes; results.readMaxBytes at most, which is the default.'),
      }),
      annotations: readsOnly,
      run: async (request, context) => presentSlice(await cases.read(request, context)),
    }),
    defineTool({
      name: 'select_result',
      group: 'results',
      title: 'Select from a result',
      description: () =>
        "Applies a JMESPath expression to a kept result: customers[?revenue > `1000`].name, length(@), sum(rows[].n). Texts stand in single quotes ('x'), names with other characters in double quotes.",
      input: z.strictObject({ ref, expression: z.string().describe('JMESPath.') }),
      annotations: readsOnly,
      run: async (request, context) => presentSelection(await cases.select(request, context)),
    }),
    defineTool({
      name: 'search_result',
      group: 'results',
      title: 'Search a result',
      description: () =>
        'Looks for a text or a regular expression in a kept result: lines of a text, paths of a JSON value.',
      input: z.strictObject({
        ref,
        query: z.string().describe('What to look for.'),
        regex: z
          .boolean()
          .optional()
          .describe('Read the query as a regular expression (RE2). Default false.'),
        limit: z.int().min(1).max(1000).optional().describe('Most matches shown. Default 20.'),
      }),
      annotations: readsOnly,
      run: async (request, context) => presentMatches(await cases.search(request, context)),
    }),
    defineTool({
      name: 'release_result',
      group: 'results',
      title: 'Release a result',
      description: () => 'Forgets a kept result that is not needed any more.',
      input: z.strictObject({ ref }),
      annotations: { ...readsOnly, readOnlyHint: false, destructiveHint: true },
      run: async (request, context) => presentRelease(await cases.release(request, context)),
    }),
    defineTool({
      name: 'pipe_result',
      group: 'results',
      title: 'Pipe a result into a tool',
      description: () =>
        'Calls a tool with data of a kept result, past the conversation: each argument in mapping is a JMESPath expression over it (@ is all of it), those in arguments are taken as they are.',
      input: z.strictObject({
        ref,
        tool: z.string().describe('Id of the tool: mcp__server__tool.'),
        mapping: z
          .record(z.string(), z.string())
          .describe('Argument → JMESPath: {"values": "customers[].revenue"}.'),
        arguments: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Further arguments, as they are.'),
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
      run: async (request, context) => {
        const given = request.arguments as Record<string, Json> | undefined;
        const report = await calls.pipe({ ...request, arguments: given }, context);
        return isQuestions(report) ? report : presentPipe(report);
      },
    }),
  ];
}
