import type { GatewayOptions, LogLevel } from '@sluice/gateway';

/** What every serving verb needs, made once from the command line and the environment. */
export interface HostOptions {
  readonly gateway: Omit<GatewayOptions, 'logger' | 'note'>;
  readonly log: { readonly level?: LogLevel; readonly file?: string };
  readonly apiKeyFile: string;
}
