import { createGateway, type GatewayOptions } from '@sluice/gateway';
import { readOrCreateApiKey } from './api-key.js';
import { createHttpFace } from './create-http-face.js';
import { serveHttp } from './serve-http.js';

/** A gateway with its HTTP endpoint. */
export interface HttpHost {
  /** Where MCP is served. */
  readonly url: string;
  /** Ends the endpoint, then the gateway with every child. Idempotent. */
  close(): Promise<void>;
}

/** What {@link startHttpHost} needs. */
export interface HttpHostOptions {
  readonly gateway: GatewayOptions;
  /** 0 chooses a free one. */
  readonly port: number;
  /** Where the API key stands; made on first use, with mode 0600. Its value is never printed. */
  readonly apiKeyFile: string;
}

/**
 * Starts a gateway and serves it on loopback: `sluice daemon` and the HTTP host's own entry alike.
 *
 * @throws SluiceError `CONFIG_*` for the configuration, `USAGE` when the port is taken.
 */
export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const apiKey = await readOrCreateApiKey(options.apiKeyFile);
  const gateway = await createGateway(options.gateway);
  const face = createHttpFace({
    gateway,
    apiKey,
    logger: options.gateway.logger,
    allowedHosts: ['127.0.0.1', 'localhost', '[::1]'],
  });
  const closeInside = async () => {
    await face.close();
    await gateway.close();
  };
  try {
    const endpoint = await serveHttp({ face, port: options.port });
    gateway.upstreams.connectAll();
    void gateway.runner.warm?.();
    return {
      url: endpoint.url,
      async close() {
        await endpoint.close();
        await closeInside();
      },
    };
  } catch (error) {
    await closeInside();
    throw error;
  }
}
