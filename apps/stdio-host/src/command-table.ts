import { approvalsCommand } from './commands/approvals.js';
import { approveCommand } from './commands/approve.js';
import { cleanCommand } from './commands/clean.js';
import type { CommandRow } from './commands/command-row.js';
import { completionsCommand } from './commands/completions.js';
import { configSchemaCommand } from './commands/config-schema.js';
import { connectCommand } from './commands/connect.js';
import { daemonCommand } from './commands/daemon.js';
import { doctorCommand } from './commands/doctor.js';
import { execCommand } from './commands/exec.js';
import { importCommand } from './commands/import.js';
import { inspectCommand } from './commands/inspect.js';
import { installCommand } from './commands/install.js';
import { logsCommand } from './commands/logs.js';
import { policyExplainCommand } from './commands/policy-explain.js';
import { policySimulateCommand } from './commands/policy-simulate.js';
import { policyTestCommand } from './commands/policy-test.js';
import { resultsCommand } from './commands/results.js';
import { searchCommand } from './commands/search.js';
import { serveCommand } from './commands/serve.js';
import { serversCommand } from './commands/servers.js';
import { statsCommand } from './commands/stats.js';
import { statusCommand } from './commands/status.js';
import { toolsCommand } from './commands/tools.js';
import { uninstallCommand } from './commands/uninstall.js';

/** All verbs, in the order of `sluice --help`. */
export const commandTable: readonly CommandRow[] = [
  serveCommand,
  daemonCommand,
  connectCommand,
  statusCommand,
  importCommand,
  installCommand,
  uninstallCommand,
  execCommand,
  searchCommand,
  toolsCommand,
  serversCommand,
  doctorCommand,
  approveCommand,
  approvalsCommand,
  resultsCommand,
  inspectCommand,
  statsCommand,
  cleanCommand,
  logsCommand,
  policyExplainCommand,
  policyTestCommand,
  policySimulateCommand,
  configSchemaCommand,
  completionsCommand,
];
