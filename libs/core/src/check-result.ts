import type { Json, UpstreamResult } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import type { CatalogueTool } from '@sluice/search-index';
import { CallError } from './call-error.js';
import { shortenText } from './cut-text.js';

/** Longest message of a failed tool in an error; all of it is in the error's `content`. */
const maxMessageBytes = 8192;

/** Refuses a result that is too large. @throws CallError `RESULT_TOO_LARGE` */
export function checkSize(
  { sizeBytes }: UpstreamResult,
  tool: CatalogueTool,
  maxValueBytes: number,
): void {
  if (sizeBytes <= maxValueBytes) return;
  throw new CallError(
    {
      name: 'ToolError',
      code: 'RESULT_TOO_LARGE',
      message: `The result of "${tool.id}" has ${sizeBytes} bytes; results.maxResultBytes allows ${maxValueBytes}`,
      hint: 'Ask the tool for less (a filter, a page, fewer fields), or raise results.maxResultBytes.',
    },
    'failed',
    sizeBytes,
  );
}

/** Refuses an `isError` result, with all it says. @throws CallError `TOOL_FAILED` */
export function refuseError(
  result: UpstreamResult,
  tool: CatalogueTool,
  signature: () => string,
): void {
  const { sizeBytes, content, structuredContent } = result;
  if (!result.isError) return;
  const text = textOf(result) || structuredText(structuredContent);
  throw new CallError(
    {
      name: 'ToolError',
      code: 'TOOL_FAILED',
      message:
        text === ''
          ? `The tool "${tool.id}" failed and said nothing about it`
          : shortenText(text, maxMessageBytes),
      hint: signature(),
      content,
      ...(structuredContent === undefined ? {} : { structured: structuredContent }),
    },
    'failed',
    sizeBytes,
  );
}

function textOf({ content }: UpstreamResult): string {
  return content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n')
    .trim();
}

/** An error that is told in structure only is told as JSON. */
function structuredText(structured: Json | undefined): string {
  return structured === undefined || structured === null ? '' : printJson(structured);
}
