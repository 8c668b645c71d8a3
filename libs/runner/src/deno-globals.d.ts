/**
 * The part of Deno that the runner uses. Types of its own, so that the project needs no Deno types
 * and a reader sees at once what the runner touches.
 */
declare namespace Deno {
  function exit(code: number): never;
  /** The host's order, if any; see harden.ts. */
  const args: readonly string[];
  const build: { readonly arch: string };
  const pid: number;
  const stdin: { read(target: Uint8Array): Promise<number | null> };
  /** The window of this runner; see read-window.ts. */
  function openSync(path: string): {
    seekSync(offset: number, whence: number): number;
    readSync(target: Uint8Array): number | null;
  };
  const stdout: { writeSync(bytes: Uint8Array): number };

  interface InspectOptions {
    readonly depth?: number;
    readonly iterableLimit?: number;
    readonly strAbbreviateSize?: number;
    readonly breakLength?: number;
    readonly colors?: boolean;
  }
  function inspect(value: unknown, options?: InspectOptions): string;

  /* What the runner tries and must fail at; see probe-walls.ts. */
  function readTextFileSync(path: string): string;
  function writeTextFileSync(path: string, text: string): void;
  function connect(options: { hostname: string; port: number }): Promise<unknown>;
  function hostname(): string;
  function dlopen(path: string, symbols: object): { readonly symbols: unknown };
  const permissions: { revokeSync(permission: { name: 'ffi' | 'read'; path?: string }): unknown };
  const env: { toObject(): object };
  function execPath(): string;
  const Command: new (path: string, options: { args: string[] }) => { outputSync(): unknown };
}
