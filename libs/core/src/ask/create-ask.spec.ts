import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import type { AskForm, AskOutcome } from './ask-form.js';
import { createAsk } from './create-ask.js';

const signal = new AbortController().signal;

/** A person who answers what a test says. */
function askOf(outcome: AskOutcome | ((form: AskForm) => AskOutcome)) {
  const forms: AskForm[] = [];
  const ask = createAsk({
    timeoutSeconds: 300,
    askPerson: async (form) => {
      forms.push(form);
      return typeof outcome === 'function' ? outcome(form) : outcome;
    },
  });
  const reply = async (schema?: Json) =>
    ask({ question: 'Q?', ...(schema === undefined ? {} : { schema }) }, signal);
  return { reply, forms };
}
const accept = (content: unknown): AskOutcome => ({ kind: 'accept', content });
const colour = { type: 'string', enum: ['red', 'blue'] } as const;

describe('createAsk()', () => {
  it('asks for a text where there is no schema, and gives the text', async () => {
    const { reply, forms } = askOf(accept({ answer: 'Ann' }));
    expect(await reply()).toEqual({ ok: true, value: 'Ann' });
    expect(forms).toEqual([
      {
        question: 'Q?',
        schema: {
          type: 'object',
          properties: { answer: { type: 'string' } },
          required: ['answer'],
        },
      },
    ]);
  });

  it.each<[Json, unknown]>([
    [{ type: 'boolean', default: false }, false],
    [{ type: 'integer', minimum: 1, maximum: 5 }, 5],
    [{ type: 'number' }, 1.5],
    [colour, 'blue'],
    [{ type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, 'r'],
    [{ type: 'string', format: 'email', maxLength: 20 }, 'ann@ours.example'],
    [{ type: 'string', minLength: 2, maxLength: 2 }, '🦆🦆'],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 }, ['b', 'a']],
    [{ type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } }, []],
  ])('gives the value of one field of %j', async (schema, answer) => {
    expect(await askOf(accept({ answer })).reply(schema)).toEqual({ ok: true, value: answer });
  });

  it('gives an object of several fields; what is not required may be missing', async () => {
    const schema = {
      type: 'object',
      properties: { colour, urgent: { type: 'boolean' } },
      required: ['colour'],
      additionalProperties: false,
    } as const;
    expect(await askOf(accept({ colour: 'red' })).reply(schema)).toEqual({
      ok: true,
      value: { colour: 'red' },
    });
  });

  it.each<[Json, unknown, string]>([
    [{ type: 'boolean' }, { answer: 'yes' }, '"answer" is neither true nor false'],
    [{ type: 'integer' }, { answer: 1.5 }, '"answer" is no whole number'],
    [{ type: 'number' }, { answer: '1' }, '"answer" is no number'],
    [{ type: 'number', minimum: 2 }, { answer: 1 }, '"answer" is below 2'],
    [{ type: 'number', maximum: 2 }, { answer: 3 }, '"answer" is above 2'],
    [{ type: 'string', minLength: 3 }, { answer: '🦆🦆' }, '"answer" is shorter than 3'],
    [{ type: 'string', maxLength: 1 }, { answer: 'ab' }, '"answer" is longer than 1'],
    [{ type: 'string', format: 'date' }, { answer: '2026-02-31x' }, '"answer" is no date'],
    [colour, { answer: 'RED' }, '"answer" is none of the choices'],
    [colour, { answer: ['red'] }, '"answer" is no text'],
    [colour, {}, '"answer" is missing'],
    [colour, { answer: 'red', more: 1 }, '"more" was not asked for'],
    [colour, JSON.parse('{"__proto__":{"answer":"red"}}'), '"__proto__" was not asked for'],
    [colour, Object.create({ answer: 'red' }), '"answer" is missing'],
    [colour, ['red'], 'it is no object'],
    [colour, undefined, 'it is no object'],
    [
      { type: 'array', items: { type: 'string', enum: ['a'] } },
      { answer: ['b'] },
      '"answer" holds what is none of the choices',
    ],
    [
      { type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 0 },
      { answer: ['a'] },
      '"answer" has more than 0',
    ],
  ])('holds the answer to %j: %j', async (schema, content, problem) => {
    expect(await askOf(accept(content)).reply(schema)).toEqual({
      ok: false,
      error: {
        name: 'Error',
        code: 'ASK_INVALID',
        message: `The answer does not fit the question: ${problem}`,
      },
    });
  });

  it.each<[Json, string]>([
    ['boolean', 'schema must be an object'],
    [{}, 'schema.type must be one of string, number, integer, boolean, array'],
    [{ type: 'null' }, 'schema.type must be one of string, number, integer, boolean, array'],
    [{ type: 'toString' }, 'schema.type must be one of string, number, integer, boolean, array'],
    [{ type: 'string', pattern: '(a+)+$' }, 'schema.pattern is not allowed'],
    [{ type: 'string', minLength: -1 }, 'schema.minLength is not what the keyword takes'],
    [{ type: 'string', enum: [] }, 'schema.enum is not what the keyword takes'],
    [{ type: 'array' }, 'schema.items must list the choices'],
    [{ type: 'object' }, 'schema.properties must be an object'],
    [{ type: 'object', properties: {} }, 'schema.properties must have 1 to 50 fields'],
    [{ type: 'object', properties: { a: {} }, $ref: '#' }, 'schema.$ref is not allowed'],
    [
      { type: 'object', properties: { a: { type: 'object', properties: {} } } },
      'schema.properties.a.type must be one of string, number, integer, boolean, array',
    ],
    [
      { type: 'object', properties: { a: colour }, required: ['b'] },
      'schema.required must list names of schema.properties',
    ],
  ])('refuses the schema %j, and asks nobody', async (schema, problem) => {
    const { reply, forms } = askOf(accept({}));
    expect(await reply(schema)).toEqual({
      ok: false,
      error: {
        name: 'Error',
        code: 'USAGE',
        message: `Cannot ask the user: ${problem}`,
        hint: expect.stringMatching(/^A schema is /),
      },
    });
    expect(forms).toEqual([]);
  });

  it.each([
    ['decline', 'ASK_DECLINED', 'The user was asked and declined to answer'],
    ['cancel', 'ASK_CANCELLED', 'The user was asked and closed the question'],
    ['timeout', 'ASK_TIMEOUT', 'The user was asked and did not answer within 300 s'],
    [
      'unavailable',
      'NOT_AVAILABLE',
      'Cannot ask the user: this client cannot show a question of a program',
    ],
  ] as const)('makes of %s an error that a program can catch', async (kind, code, message) => {
    expect(await askOf({ kind }).reply()).toMatchObject({ ok: false, error: { code, message } });
  });

  it('does not ask a person again who did not answer, nor more than 20 times', async () => {
    const away = askOf({ kind: 'timeout' });
    await away.reply();
    expect(await away.reply()).toMatchObject({ error: { code: 'ASK_TIMEOUT' } });
    expect(away.forms).toHaveLength(1);

    const patient = askOf(accept({ answer: 'x' }));
    for (let n = 0; n < 20; n += 1) await patient.reply();
    expect(await patient.reply()).toEqual({
      ok: false,
      error: {
        name: 'Error',
        code: 'ASK_LIMIT',
        message: 'Cannot ask the user: one run may ask 20 questions',
      },
    });
    expect(patient.forms).toHaveLength(20);
  });

  it('takes no question that is longer than a runner of ours would send', async () => {
    const ask = createAsk({ askPerson: async () => ({ kind: 'decline' }), timeoutSeconds: 300 });
    expect(await ask({ question: 'x'.repeat(4001) }, signal)).toMatchObject({
      error: {
        code: 'USAGE',
        message: 'Cannot ask the user: the question is longer than 4000 characters',
      },
    });
  });

  it('is not available where nobody can be asked', async () => {
    const ask = createAsk({ askPerson: undefined, timeoutSeconds: 300 });
    expect(await ask({ question: 'Q?' }, signal)).toMatchObject({
      ok: false,
      error: {
        code: 'NOT_AVAILABLE',
        hint: 'Return what you need to know, and let the user answer in the conversation.',
      },
    });
  });
});
