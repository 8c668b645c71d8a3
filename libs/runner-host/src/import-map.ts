/** What a program could import by a bare or `node:` name if nothing stood in its way. Node 24's and Deno's built-ins. */
const builtIns =
  `_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _stream_duplex
  _stream_passthrough _stream_readable _stream_transform _stream_wrap _stream_writable _tls_common
  _tls_wrap assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram
  diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector
  inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring
  readline readline/promises repl sea sqlite stream stream/consumers stream/promises stream/web
  string_decoder sys test test/reporters timers timers/promises tls trace_events tty url util util/types
  v8 vm wasi worker_threads zlib`.split(/\s+/);

const refusal =
  'data:text/javascript,throw Error("Imports are not available in a program: call a tool instead")';

/**
 * An import map, as a URL, that leads every built-in module to one that throws: no permission of
 * Deno's covers `node:` imports. Each name is listed because a map knows no prefix of that scheme.
 *
 * Of its text only what ends a URL is encoded: the start of a runner waits for it to be parsed.
 */
export const importMapUrl = `data:application/json,${JSON.stringify({
  imports: Object.fromEntries(
    builtIns.flatMap((name) => [
      [`node:${name}`, refusal],
      [name, refusal],
    ]),
  ),
}).replace(/[%# ]/g, encodeURIComponent)}`;
