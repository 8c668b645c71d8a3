import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { logLevels, type LogLevel } from '@sluice/gateway/environment';
import type { HostOptions } from './host-options.js';
import type { Terminal } from './terminal.js';

/** Options that go with every verb. */
export interface CommonFlags {
  readonly config?: string;
  readonly profile?: string;
  /** Of the serving verbs. */
  readonly expose?: string;
  /** Of the serving verbs. */
  readonly compat?: string;
  readonly logLevel?: LogLevel;
  readonly logFile?: string;
}

/** What the command line needs from the process. */
export interface CliDependencies {
  readonly version: string;
  readonly terminal: Terminal;
  /** Joins the flags with the environment. */
  hostOptions(flags: CommonFlags): HostOptions;
  /** Takes the exit code of the verb that ran. */
  finish(exitCode: number): void;
}

/** Each verb is loaded when it is called: `serve` must answer before the others would be read. */
const verbs = {
  serve: async () => (await import('./verbs/serve.js')).serve,
  daemon: async () => (await import('./verbs/daemon.js')).daemon,
  exec: async () => (await import('./verbs/exec.js')).exec,
  search: async () => (await import('./verbs/search.js')).search,
  servers: async () => (await import('./verbs/servers.js')).servers,
  doctor: async () => (await import('./verbs/doctor.js')).doctor,
  approve: async () => (await import('./verbs/approve.js')).approve,
  approvePage: async () => (await import('./verbs/approve-page.js')).approvePage,
  configSchema: async () => (await import('./verbs/config-schema.js')).configSchema,
  policyExplain: async () => (await import('./verbs/policy-explain.js')).policyExplain,
  policyTest: async () => (await import('./verbs/policy-test.js')).policyTest,
  policySimulate: async () => (await import('./verbs/policy-simulate.js')).policySimulate,
  approvals: async () => (await import('./verbs/approvals.js')).approvals,
  results: async () => (await import('./verbs/results.js')).results,
  inspect: async () => (await import('./verbs/inspect.js')).inspect,
  stats: async () => (await import('./verbs/stats.js')).stats,
  clean: async () => (await import('./verbs/clean.js')).clean,
  logs: async () => (await import('./verbs/logs.js')).logs,
};

/** Port of `sluice daemon`, next to those of its ancestors' daemons. */
const defaultPort = 41529;

/** The command line of `sluice`: without a verb it is the stdio server. */
export function createCli({ version, terminal, hostOptions, finish }: CliDependencies): Command {
  const cli = new Command('sluice')
    .description(
      'Code-mode gateway for the Model Context Protocol.\nWithout a verb it is an MCP server on stdin and stdout.',
    )
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd().replace(/^error: /, 'sluice: ')),
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError('  hint: sluice --help lists the commands.');

  const verb = (name: string, description: string, parent: Command = cli) =>
    parent
      .command(name)
      .description(description)
      .helpOption('-h, --help', 'print help')
      .showHelpAfterError(
        `  hint: sluice ${parent === cli ? '' : `${parent.name()} `}${name} --help shows its options.`,
      )
      .option(
        '--config <file>',
        'configuration file; replaces the one of SLUICE_CONFIG and of the user',
      )
      .option('--profile <name>', 'the preset of the configuration that shows servers and tools')
      .addOption(new Option('--log-level <level>', 'log on stderr').choices(logLevels))
      .option('--log-file <file>', 'write the log into this file instead');

  const exposing = (command: Command) =>
    command
      .option(
        '--expose <groups>',
        'groups of tools that clients see: code,results,servers,logs,modes,direct,jsmcp,toolpipe',
      )
      .option('--compat <name>', 'stand in for jsmcp or toolpipe: its tools, its open default');

  exposing(verb('serve', 'stdio MCP server (default)'))
    .alias('run')
    .action(async (flags: CommonFlags) =>
      finish(await (await verbs.serve())(hostOptions(flags), terminal)),
    );

  exposing(verb('daemon', 'HTTP MCP server on 127.0.0.1'))
    .alias('server')
    .option('--port <number>', 'port; 0 for a free one', wholeNumber(0, 65535), defaultPort)
    .action(async (flags: CommonFlags & { port: number }) =>
      finish(await (await verbs.daemon())(hostOptions(flags), flags, terminal)),
    );

  verb('exec', 'run a program through the same gate')
    .argument('[file]', 'the program')
    .option('-e, --eval <code>', 'the program itself')
    .option('--data <json>', "the program's data")
    .option('--timeout-ms <number>', 'wall clock of the run', wholeNumber(1, 86_400_000))
    .option('--json', 'print the whole answer as JSON')
    .action(
      async (
        file: string | undefined,
        {
          json = false,
          ...flags
        }: CommonFlags & { eval?: string; data?: string; timeoutMs?: number; json?: boolean },
      ) =>
        finish(
          await (
            await verbs.exec()
          )(hostOptions(flags), { ...flags, file, code: flags.eval, json }, terminal),
        ),
    );

  verb('search', 'find tools as a model does')
    .argument('<query>', 'what is needed')
    .option('--server <name>', 'only tools of this server')
    .option('--limit <number>', 'how many', wholeNumber(1, 100))
    .addOption(
      new Option('--detail <detail>', 'how much of each').choices(['signature', 'brief', 'schema']),
    )
    .option('--json', 'print the whole answer as JSON')
    .action(
      async (
        query: string,
        {
          server,
          limit,
          detail,
          json = false,
          ...flags
        }: CommonFlags & { server?: string; limit?: number; detail?: string; json?: boolean },
      ) =>
        finish(
          await (
            await verbs.search()
          )(hostOptions(flags), { query, server, limit, detail, json }, terminal),
        ),
    );

  verb('servers', 'connect every upstream and show its state')
    .option('--json', 'print as JSON')
    .action(async ({ json = false, ...flags }: CommonFlags & { json?: boolean }) =>
      finish(await (await verbs.servers())(hostOptions(flags), { json }, terminal)),
    );

  verb('doctor', 'check configuration, sandbox and upstreams, and say what to do')
    .option('--json', 'print as JSON')
    .action(async ({ json = false, ...flags }: CommonFlags & { json?: boolean }) =>
      finish(await (await verbs.doctor())(hostOptions(flags), { json }, terminal)),
    );

  verb('approve', 'answer a program that waits for your approval; needs a terminal')
    .argument('[id]', 'the question')
    .option('--page', 'in a browser, on a page on 127.0.0.1')
    .option('--no-browser', 'with --page: print its link instead of opening a browser')
    .action(
      async (
        id: string | undefined,
        { page = false, browser, ...flags }: CommonFlags & { page?: boolean; browser: boolean },
      ) =>
        finish(
          page
            ? await (
                await verbs.approvePage()
              )(hostOptions(flags), { id, browser }, terminal)
            : await (
                await verbs.approve()
              )(hostOptions(flags), { id }, terminal),
        ),
    );

  verb('approvals', 'list what you approved to last, take it back, or export it')
    .addArgument(
      new Argument('[action]', 'what to do')
        .choices(['list', 'revoke', 'export'] as const)
        .default('list'),
    )
    .argument('[id]', 'the approval to revoke')
    .option('--json', 'print as JSON')
    .action(
      async (
        action: 'list' | 'revoke' | 'export',
        id: string | undefined,
        { json = false, ...flags }: CommonFlags & { json?: boolean },
      ) =>
        finish(await (await verbs.approvals())(hostOptions(flags), { action, id, json }, terminal)),
    );

  verb('results', 'list what is kept, of all sessions')
    .option('--json', 'print as JSON')
    .action(async ({ json = false, ...flags }: CommonFlags & { json?: boolean }) =>
      finish(await (await verbs.results())(hostOptions(flags), { json }, terminal)),
    );

  verb('inspect', 'show what a kept result is, its shape and a preview')
    .argument('<ref>', 'its reference')
    .option('--json', 'print as JSON')
    .action(async (ref: string, { json = false, ...flags }: CommonFlags & { json?: boolean }) =>
      finish(await (await verbs.inspect())(hostOptions(flags), { ref, json }, terminal)),
    );

  verb('stats', 'what programs moved, and what of it went into the context')
    .option('--json', 'print as JSON')
    .action(async ({ json = false, ...flags }: CommonFlags & { json?: boolean }) =>
      finish(await (await verbs.stats())(hostOptions(flags), { json }, terminal)),
    );

  verb('clean', 'remove results whose time is up, and old logs')
    .option('--json', 'print as JSON')
    .action(async ({ json = false, ...flags }: CommonFlags & { json?: boolean }) =>
      finish(await (await verbs.clean())(hostOptions(flags), { json }, terminal)),
    );

  verb('logs', 'show what programs printed, of all sessions')
    .option('--last <number>', 'only the last so many entries', wholeNumber(1, 1_000_000))
    .option('--session <id>', 'only those of this session')
    .option('--json', 'print as JSON')
    .action(
      async ({
        last,
        session,
        json = false,
        ...flags
      }: CommonFlags & { last?: number; session?: string; json?: boolean }) =>
        finish(await (await verbs.logs())(hostOptions(flags), { last, session, json }, terminal)),
    );

  const policy = cli
    .command('policy')
    .description('ask about your rules')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .showHelpAfterError('  hint: sluice policy --help lists its commands.');

  cli
    .command('config')
    .description('the configuration')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .showHelpAfterError('  hint: sluice config --help lists its commands.')
    .command('schema')
    .description('print the JSON Schema of the configuration, for editors')
    .helpOption('-h, --help', 'print help')
    .action(async () => finish((await verbs.configSchema())(terminal)));

  verb('explain', 'which rule decides a call, and why', policy)
    .argument('<tool>', 'its id or call path')
    .option('--args <json>', 'the arguments; without: any')
    .option('--json', 'print as JSON')
    .action(
      async (
        tool: string,
        { args, json = false, ...flags }: CommonFlags & { args?: string; json?: boolean },
      ) =>
        finish(
          await (
            await verbs.policyExplain()
          )(hostOptions(flags), { tool, args, json }, terminal),
        ),
    );

  verb('test', 'hold your rules against what you expect of them', policy)
    .argument('<file>', 'JSON list of { "tool", "args"?, "action" }')
    .option('--json', 'print as JSON')
    .action(async (file: string, { json = false, ...flags }: CommonFlags & { json?: boolean }) =>
      finish(await (await verbs.policyTest())(hostOptions(flags), { file, json }, terminal)),
    );

  verb('simulate', 'past calls that other rules would decide otherwise', policy)
    .option('--policy <file>', 'configuration file with the rules to try; without: those of now')
    .option('--json', 'print as JSON')
    .action(
      async ({
        policy: file,
        json = false,
        ...flags
      }: CommonFlags & { policy?: string; json?: boolean }) =>
        finish(
          await (
            await verbs.policySimulate()
          )(hostOptions(flags), { policy: file, json }, terminal),
        ),
    );

  return cli;
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most && text.trim() !== '')
      return value;
    throw new InvalidArgumentError(`A whole number from ${least} to ${most} is wanted.`);
  };
}
