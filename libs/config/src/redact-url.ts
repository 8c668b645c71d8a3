import { isSecretName, redactionMark } from '@sluice/contracts';
import { isPlaceholder, redactAroundPlaceholders } from './placeholders.js';

/**
 * A URL for people's eyes: user and password, the values of parameters that are named like secrets,
 * and long random parts of the path are replaced. Read as text, for it may hold placeholders.
 *
 * @example redactUrl('https://acme.example/mcp?key=abc') // 'https://acme.example/mcp?key=[redacted]'
 */
export function redactUrl(url: string): string {
  const clean = url
    // A password may hold a slash that nobody encoded; what is all digits up to one is a port.
    .replace(
      /(:\/\/)([^/?#@:]*:(?!\d*\/)[^\s@?#]{1,256}|[^/?#@]+)(?=@)/g,
      (whole, slashes: string, user: string) =>
        user.split(':').every(isPlaceholder) ? whole : `${slashes}${redactionMark}`,
    )
    .replace(/([?&#;])([^=&#;]+)=([^&#;]+)/g, (whole, mark: string, name: string, value: string) =>
      isSecretName(name) && !isPlaceholder(value) ? `${mark}${name}=${redactionMark}` : whole,
    )
    .replace(/\/([\w~.-]{24,})(?=[/?#]|$)/g, (whole, part: string) =>
      looksRandom(part) ? `/${redactionMark}` : whole,
    );
  return redactAroundPlaceholders(clean);
}

/** Words of a path are letters and hyphens; keys mix digits in. */
function looksRandom(part: string): boolean {
  return (part.match(/\d/g) ?? []).length >= 4 && /[a-z]/i.test(part);
}
