import { describe, expect, it } from 'vitest';
import { redactUrl } from './redact-url.js';

describe('redactUrl()', () => {
  it.each([
    ['https://ann:pass@acme.example/x', 'https://[redacted]@acme.example/x'],
    ['https://ann:pa/ss@acme.example/x', 'https://[redacted]@acme.example/x'],
    ['https://token@acme.example/x', 'https://[redacted]@acme.example/x'],
    ['https://acme.example:8443/@scope/x?page=2', 'https://acme.example:8443/@scope/x?page=2'],
    [
      'https://acme.example/mcp?api_key=abc&page=2',
      'https://acme.example/mcp?api_key=[redacted]&page=2',
    ],
    ['https://${USER}:${PASSWORD}@acme.example/', 'https://${USER}:${PASSWORD}@acme.example/'],
  ])('turns %s into %s', (url, clean) => {
    expect(redactUrl(url)).toBe(clean);
  });
});
