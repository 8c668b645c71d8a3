import { createGateway, openConsentStore, type GatewayOptions } from '@sluice/gateway';
import { readOrCreateApiKey } from './api-key.js';
import { createApprovalPage } from './approval-page/create-approval-page.js';
import { createHttpFace } from './create-http-face.js';
import { serveHttp } from './serve-http.js';

/** A gateway with its HTTP endpoint. */
export interface HttpHost {
  /** Where MCP is served. */
  readonly url: string;
  /** Notes a link to the approval page, for one browser and once; each time one is used, the next is noted. */
  tellApprovalLink(): void;
  /** Reads the configuration again and applies what has changed. Never rejects. */
  reload(): Promise<void>;
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
  const { environment, logger, note } = options.gateway;
  const allowedHosts = ['127.0.0.1', 'localhost', '[::1]'];
  let tellLink: (() => void) | undefined;
  const approvalPage = createApprovalPage({
    consents: openConsentStore(environment, logger),
    clock: environment.clock,
    logger,
    allowedHosts,
    onEntered: () => tellLink?.(),
  });
  const face = createHttpFace({ gateway, apiKey, logger, allowedHosts, approvalPage });
  const closeInside = async () => {
    await face.close();
    await gateway.close();
  };
  try {
    const endpoint = await serveHttp({ face, port: options.port });
    const tellApprovalLink = () =>
      note(`To answer what programs may do, open: ${endpoint.origin}${approvalPage.issueLink()}`);
    tellLink = tellApprovalLink;
    gateway.attend();
    gateway.upstreams.connectAll();
    void gateway.runner.warm?.();
    void gateway.workbench.warm();
    void gateway.warmChecker();
    return {
      url: endpoint.url,
      tellApprovalLink,
      reload: gateway.reload,
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
