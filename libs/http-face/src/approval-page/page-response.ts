import { createHash } from 'node:crypto';
import { html, type Html } from './html.js';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff; }
pre { font: 14px/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #888; }
pre span { display: block; padding-left: 10ch; text-indent: -10ch; }
button { font: inherit; padding: .3rem .8rem; margin: .2rem 0; min-width: 8rem; }
ul { padding: 0; list-style: none; }
li { margin: .4rem 0; }
.note { border-left: .3rem solid #06c; padding-left: .7rem; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #111; } }
`;

/** Hands the secret behind the # to the form, and takes it out of the address. */
const enterScript = `
const secret = location.hash.slice(1);
if (secret) {
  history.replaceState(null, '', location.pathname);
  const form = document.forms[0];
  form.elements.secret.value = secret;
  form.submit();
}
`;

/** The script of the entry page. It and the style are allowed by their digests, so not a space may be added. */
export const scriptElement: Html = { html: `<script>${enterScript}</script>` };
const styleElement: Html = { html: `<style>${style}</style>` };

// Nothing from anywhere, but this style and this script; no frame around it; forms to itself only.
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${sourceOf(style)}`,
  `script-src ${sourceOf(enterScript)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // With `no-referrer` a browser sends `Origin: null` with our own forms, and they would be refused.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A page of ours as a response, with headers that let nothing else in. */
export function pageResponse(title: string, body: Html, status = 200): Response {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html> `;
  return new Response(page.html, { status, headers });
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
