/** The server's `instructions`: in a few lines how to work with the tools that it shows. */
export function describeUse(tools: readonly { readonly name: string }[]): string {
  const names = new Set(tools.map(({ name }) => name));
  return [
    ...(names.has('run_code') ? programs : []),
    ...(names.has('select_result') ? results : []),
  ].join('\n');
}

const programs = [
  'Sluice puts other MCP servers behind two tools.',
  '1. search_tools finds tools and shows their TypeScript signatures; ask for all you need in one call.',
  '2. run_code runs one program that calls them (tools.server.tool({…})), joins and filters the data, and returns only the answer.',
  'Prefer one program with several calls over several programs. Large results stay outside the conversation; return what you need.',
];

const results = [
  'A large result is kept under a reference (res_…), that of a nested call also under its number (#3): select_result takes a part of it by JMESPath, search_result and read_result look into it, pipe_result gives it to a tool without showing it.',
];
