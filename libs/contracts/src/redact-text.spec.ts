import { describe, expect, it } from 'vitest';
import { isSecretName, redactText } from './redact-text.js';

describe('redactText()', () => {
  it.each([
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]'],
    ['API_TOKEN=abc next', 'API_TOKEN=[redacted] next'],
    ['key sk-abcdef123 end', 'key [redacted] end'],
    ['ghp_0123456789', '[redacted]'],
    ['https://ann:pass@acme.example/x', 'https://[redacted]@acme.example/x'],
    ['postgres://ann:pa/ss@db/x', 'postgres://[redacted]@db/x'],
    ['http://h:8080/a@b', 'http://h:8080/a@b'],
    ['"http://h:8080","a@b"', '"http://h:8080","a@b"'],
    ['--api-token: abc', '--api-token: [redacted]'],
    ['x-eyJhbGciOiJI.eyJzdWIi.c2ln', 'x-[redacted]'],
    ['a plain text about tokens and keys', 'a plain text about tokens and keys'],
  ])('turns %j into %j', (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });
});

describe('redactText() of a text that a server chose', () => {
  // Each took from minutes to days when the time grew with the square of the length.
  it.each(['m', 'a-', 'token', 'token ', 'bearer ', 'a://b:', 'sk-', ':', ' '])(
    'takes a million times %j in its stride',
    (part) => {
      const text = part.repeat(Math.floor(1_000_000 / part.length));
      expect(redactText(text).length).toBeGreaterThan(0);
    },
  );
});

describe('isSecretName()', () => {
  it.each(['token', '--api-key', 'X-Api-Key', 'key', 'signing.key', 'PASSWORD', 'sig', '--auth'])(
    'takes %j for the name of a secret',
    (name) => expect(isSecretName(name)).toBe(true),
  );
  it.each(['keyboard', 'author', 'monkey', 'path', 'design', 'sign'])(
    'takes %j for the name of something else',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});
