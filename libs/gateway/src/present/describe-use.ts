import type { ToolGroup } from '@sluice/contracts';

/** The server's `instructions`: in a few lines how to work with the groups of tools that it shows. */
export function describeUse(groups: readonly ToolGroup[]): string {
  const has = (group: ToolGroup) => groups.includes(group);
  return [
    ...(has('code') ? programs : []),
    ...(has('jsmcp') ? jsmcp : []),
    ...(has('direct') || has('toolpipe') ? direct : []),
    ...(has('results') ? results : []),
    ...(has('toolpipe') ? toolpipe : []),
  ].join('\n');
}

const programs = [
  'Sluice puts other MCP servers behind two tools.',
  '1. search_tools finds tools and shows their TypeScript signatures; ask for all you need in one call.',
  '2. run_code runs one program that calls them (tools.server.tool({…})), joins and filters the data, and returns only the answer.',
  'Prefer one program with several calls over several programs. Large results stay outside the conversation; return what you need.',
];

const jsmcp = [
  'list_servers and list_tools say which tools there are; execute_code runs one program that calls them (await server.tool({…})) and returns only the answer.',
];

const direct = [
  'Tools of other servers stand here under server_tool. A large result is kept outside the conversation, and a reference (res_…) with a preview stands in its place.',
];

const results = [
  'A large result is kept under a reference (res_…), that of a nested call also under its number (#3): select_result takes a part of it by JMESPath, search_result and read_result look into it, pipe_result gives it to a tool without showing it.',
];

const toolpipe = [
  'toolpipe_select_result takes a part of a kept result by JMESPath, toolpipe_search_result and toolpipe_read_result look into it, toolpipe_pipe_result gives it to a tool without showing it.',
];
