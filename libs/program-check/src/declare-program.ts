import type { CheckedServer, CheckedTool, CheckRequest } from '@sluice/contracts';
import { sandboxGlobals } from './sandbox-globals.js';

/** The declarations that a program is read with. */
export interface Declarations {
  /** TypeScript declarations: the same for all programs, and those of its tools. */
  readonly text: string;
  /** The tools by the number in the names of their types: `Tool0`, `Tool1`, … */
  readonly tools: readonly CheckedTool[];
}

/** The namespace that holds the types of a tool, by its number. */
function toolNamespace(index: number): string {
  return `Tool${index}`;
}

/** What every program has beside the language: docs/guide/programs.md, "Globals". Where nothing could be wrong, `any`. */
const common = [
  ...sandboxGlobals.map((name) => `declare var ${name}: any;`),
  'declare function search(query: any, limit?: any): Promise<string>;',
  'declare function describe(id: any): Promise<any>;',
  'declare function ask(question: any, schema?: any): Promise<any>;',
  'declare function saveFile(name: any, data: any): Promise<string>;',
  'declare function readFile(nameOrPath: any, options?: any): Promise<any>;',
  'declare function recall(ref: any): Promise<any>;',
  'declare const results: { select(ref: any, expression: any): Promise<any>; keep(value: any): Promise<any>; [name: string]: any };',
  // What a call gives, by its options: the whole MCP result has no type of its own.
  // Before those of the language, which take `{}` for an element where all of its fields may be missing.
  'interface Array<T> { reduce<U>(fold: (before: U, one: T, index: number, all: T[]) => U, first: U): U; reduceRight<U>(fold: (before: U, one: T, index: number, all: T[]) => U, first: U): U }',
  'type Value$<Options, Value> = 0 extends 1 & Options ? any : Options extends { raw: any } ? any : Value;',
].join('\n');

/** Declares a program's globals and the tools that it uses. Texts of schemas never enter but as quoted names. */
export function declareProgram({ servers }: CheckRequest): Declarations {
  const tools: CheckedTool[] = [];
  const lines = [common];
  const members: string[] = [];
  servers.forEach((server, index) => {
    lines.push(...declareServer(server, `Server${index}`, tools));
    for (const name of new Set(server.names))
      members.push(`readonly ${JSON.stringify(name)}: Server${index};`);
  });
  const ids = tools.map(({ id }, index) => `${JSON.stringify(id)}: Tool${index}.Value;`);
  lines.push(
    `declare const tools: { ${members.join(' ')} readonly [server: string]: any };`,
    `interface Values$ { ${ids.join(' ')} }`,
    'declare function call<const Id, Options>(id: Id, args?: any, options?: Options): Promise<Id extends keyof Values$ ? Value$<Options, Values$[Id]> : any>;',
  );
  return { text: lines.join('\n'), tools };
}

function declareServer(server: CheckedServer, name: string, tools: CheckedTool[]): string[] {
  const lines: string[] = [];
  const members: string[] = [];
  for (const tool of server.tools) {
    const namespace = toolNamespace(tools.length);
    tools.push(tool);
    lines.push(declareTool(tool, namespace));
    for (const called of new Set(tool.names))
      members.push(`readonly ${JSON.stringify(called)}: ${namespace}.Call;`);
  }
  lines.push(`interface ${name} { ${members.join(' ')} readonly [tool: string]: any }`);
  if (server.bareName !== undefined) lines.push(`declare const ${server.bareName}: ${name};`);
  return lines;
}

function declareTool({ result }: CheckedTool, namespace: string): string {
  const inner = (result?.named ?? []).map(({ name, body }) => `interface ${name} ${body}`);
  return [
    `declare namespace ${namespace} {`,
    ...inner,
    `type Value = ${result?.text ?? 'any'};`,
    'interface Call { (args?: any): Promise<Value>; <Options>(args: any, options: Options): Promise<Value$<Options, Value>> }',
    '}',
  ].join('\n');
}
