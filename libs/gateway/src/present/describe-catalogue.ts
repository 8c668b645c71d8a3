import type { UpstreamView } from '@sluice/contracts';
import type { CatalogueView } from '@sluice/core';
import { count } from './format-size.js';

/** Characters that follow our own words before a client that takes 2 KB of a description (Claude Code) cuts. */
const uncutLength = 1200;

/**
 * What the description of `run_code` says of the tools. Where all signatures fit `inlineMaxBytes`,
 * they stand there and small jobs need no search; else servers and counts. Order and text depend on
 * the catalogue alone.
 */
export function describeCatalogue(options: {
  readonly view: CatalogueView;
  readonly upstreams: UpstreamView;
  readonly inlineMaxBytes: number;
  /** The tool that finds others. @default 'search_tools' */
  readonly finder?: string;
}): string {
  const { view, upstreams, inlineMaxBytes, finder = 'search_tools' } = options;
  const catalogue = view.catalogue();
  const tools = view.visibleTools();
  if (tools.length > 0) {
    const signatures = inlineSignatures(
      tools.map((tool) => () => catalogue.signatureOf(tool)),
      inlineMaxBytes,
    );
    if (signatures !== undefined) {
      const heading =
        signatures.length > uncutLength
          ? `Tools, ${tools.length} in all (${finder} finds those that are cut off here):`
          : 'Tools:';
      return `${heading}\n${signatures}`;
    }
  }
  const statuses = new Map(upstreams.statuses().map((status) => [status.name, status]));
  const toolCounts = new Map<string, number>();
  for (const { server } of tools) toolCounts.set(server, (toolCounts.get(server) ?? 0) + 1);
  const lines = catalogue.bindings.map(({ name, identifier }) => {
    const toolCount = toolCounts.get(name) ?? 0;
    const description = statuses.get(name)?.description;
    const known = toolCount > 0 ? `: ${count(toolCount, 'tool')}` : '';
    return `tools.${identifier}${known}${description ? `. ${description}` : ''}`;
  });
  if (lines.length === 0) return 'No servers are configured.';
  return `Servers (find their tools with ${finder}):\n${lines.join('\n')}`;
}

/** All signatures as one text, or undefined as soon as they exceed the budget. */
function inlineSignatures(
  signatures: readonly (() => string)[],
  maxBytes: number,
): string | undefined {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let bytes = 0;
  for (const signature of signatures) {
    const line = signature();
    bytes += encoder.encode(line).length + 1;
    if (bytes > maxBytes) return undefined;
    lines.push(line);
  }
  return lines.join('\n');
}
