// A door of its own: the verbs that change other programs' files need nothing that serves.
export { clients, findClient } from '@sluice/clients';
export type { ClientId } from '@sluice/clients';
export * from './clients/apply-changes.js';
export * from './clients/describe-change.js';
export type * from './clients/file-change.js';
export * from './clients/install-client.js';
export * from './clients/plan-import.js';
export * from './clients/plan-install.js';
export * from './clients/plan-uninstall.js';
export * from './clients/running-programs.js';
export type { RunningProgram } from './clients/sluice-launch.js';
export * from './clients/uninstall-client.js';
export { showLine } from './present/show-text.js';
