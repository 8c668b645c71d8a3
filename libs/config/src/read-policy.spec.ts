import { describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.js';

const path = '/home/ann/.config/sluice/sluice.jsonc';

function read(rules: string) {
  return readSettings({
    files: [{ path, text: `{ "policy": [${rules}] }` }],
    environment: { DOMAIN: 'ours.example' },
    homeFolder: '/home/ann',
    readTextFile: () => '',
    resolvePath: (folder, file) => `${folder}/${file}`,
  }).policy;
}

function refusal(rule: string) {
  try {
    read(`{ "match": "mcp__a__*", "action": "deny" }, ${rule}`);
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint?: string };
    return { code, message, hint };
  }
  return undefined;
}

describe('readSettings() as a reader of conditions', () => {
  it('reads every kind of condition', () => {
    const when = `{
      "args.to": "*@\${DOMAIN}",
      "args.n": 3,
      "args.id": 12345678901234567890,
      "args.force": true,
      "args.list": ["a*", 1, false, { "regex": "^b" }, { "max": -1.5 }],
      "args.re": { "regex": "^x$" },
      "args.limit": { "min": -12345678901234567890, "max": 1e3 },
      "args.cc": { "present": false },
      "args.a\\\\.b": "x",
      "args.__proto__": "x"
    }`;
    const [rule] = read(`{ "match": "mcp__mail__*", "when": ${when}, "action": "ask" }`);
    expect(rule).toEqual({
      match: 'mcp__mail__*',
      action: 'ask',
      when: {
        'args.to': '*@ours.example',
        'args.n': 3,
        'args.id': 12345678901234567890n,
        'args.force': true,
        'args.list': ['a*', 1, false, { regex: '^b' }, { max: -1.5 }],
        'args.re': { regex: '^x$' },
        'args.limit': { min: -12345678901234567890n, max: 1000 },
        'args.cc': { present: false },
        'args.a\\.b': 'x',
        'args.__proto__': 'x',
      },
    });
  });

  it('reads annotations', () => {
    const hints = '{ "readOnlyHint": true, "destructiveHint": false }';
    expect(read(`{ "match": "*", "annotations": ${hints}, "action": "allow" }`)).toEqual([
      {
        match: '*',
        action: 'allow',
        annotations: { readOnlyHint: true, destructiveHint: false },
      },
    ]);
  });

  const condition =
    'A condition is a text with "*" and "?", a number, true or false, a list of these, { "regex": "…" }, { "min": 1, "max": 9 } or { "present": true }.';
  it.each([
    ['{}', 'policy[1].when is empty', 'Remove it, or fill it.'],
    ['[]', 'policy[1].when is a list; it must be an object', undefined],
    [
      '{ "to": "x" }',
      'policy[1].when.to is no path of an argument',
      'A path begins with "args.": "args.to", "args.items.0.name".',
    ],
    [
      '{ "args.to": null }',
      'policy[1].when["args.to"] is null',
      'Write { "present": false } for an argument that is not there.',
    ],
    ['{ "args.to": {} }', 'policy[1].when["args.to"] says nothing', condition],
    [
      '{ "args.to": { "regx": "x" } }',
      'policy[1].when["args.to"].regx is not a key of a condition; did you mean "regex"?',
      condition,
    ],
    [
      '{ "args.to": { "regex": "x", "min": 1 } }',
      'policy[1].when["args.to"].min does not go with "regex"',
      condition,
    ],
    [
      '{ "args.to": { "present": true, "regex": "x" } }',
      'policy[1].when["args.to"].regex does not go with "present"',
      condition,
    ],
    [
      '{ "args.to": { "present": 1 } }',
      'policy[1].when["args.to"].present is 1; it must be true or false',
      undefined,
    ],
    ['{ "args.to": { "min": "1" } }', 'policy[1].when["args.to"].min is no number', condition],
    ['{ "args.to": { "max": 1e999 } }', 'policy[1].when["args.to"].max is no number', condition],
    [
      '{ "args.to": ["x", ["y"]] }',
      'policy[1].when["args.to"][1] is a list within a list',
      condition,
    ],
    [
      '{ "args.to": [{ "present": true }] }',
      'policy[1].when["args.to"][0].present does not go with "min" and "max"',
      condition,
    ],
    [
      '{ "args.to": { "regex": 1 } }',
      'policy[1].when["args.to"].regex is a number; it must be a text in double quotes',
      undefined,
    ],
  ])('refuses "when": %s', (when, problem, hint) => {
    const found = refusal(`{ "match": "*", "action": "deny", "when": ${when} }`);
    expect({ ...found, message: withoutPlace(found?.message) }).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: ${problem}`,
      hint,
    });
  });

  it.each([
    ['{}', 'policy[1].annotations is empty', 'Remove it, or fill it.'],
    [
      '{ "readonlyHint": true }',
      'policy[1].annotations.readonlyHint is not a hint; did you mean "readOnlyHint"?',
      'The hints are readOnlyHint, destructiveHint, idempotentHint, openWorldHint; each is true or false.',
    ],
    [
      '{ "readOnlyHint": "yes" }',
      'policy[1].annotations.readOnlyHint is a text; it must be true or false',
      undefined,
    ],
  ])('refuses "annotations": %s', (annotations, problem, hint) => {
    const found = refusal(`{ "match": "*", "action": "deny", "annotations": ${annotations} }`);
    expect({ ...found, message: withoutPlace(found?.message) }).toEqual({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${path}: ${problem}`,
      hint,
    });
  });

  it('says where in the file it stands', () => {
    expect(refusal('{ "match": "*", "action": "deny", "when": { "to": 1 } }')?.message).toContain(
      ': line 1, column 102: policy[1].when.to ',
    );
  });
});

function withoutPlace(message: string | undefined) {
  return message?.replace(/ line \d+, column \d+:/, '');
}
