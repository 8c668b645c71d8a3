import { isSpecType } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { consentForm, readConsentForm } from './consent-form.js';
import { exampleQuestion } from './testing/example-question.js';

describe('consentForm()', () => {
  it('is a form that MCP allows, with every scope and the refusal, and no default', () => {
    const requestedSchema = consentForm(exampleQuestion());
    expect(isSpecType.ElicitRequestFormParams({ message: 'May it?', requestedSchema })).toBe(true);
    const { decision } = requestedSchema.properties;
    expect(decision.enum).toEqual(['once', 'session', 'workspace', 'always', 'refuse']);
    expect(decision).not.toHaveProperty('default');
  });

  it('names the folder that "workspace" means on one line, defused', () => {
    const { decision } = consentForm(exampleQuestion({ workspace: '/a\nb\u202e' })).properties;
    expect(decision.enumNames[2]).toBe(
      'Workspace: this tool, any program and arguments, in /a\\nb\\u202e',
    );
  });
});

describe('readConsentForm()', () => {
  it.each(['once', 'session', 'workspace', 'always'] as const)('takes %s for a yes', (scope) => {
    expect(readConsentForm({ decision: scope }, exampleQuestion())).toEqual({
      decision: 'allow',
      scope,
    });
  });

  it('takes no scope that was not offered', () => {
    const question = exampleQuestion({ scopes: ['once', 'always'] });
    expect(consentForm(question).properties.decision.enum).toEqual(['once', 'always', 'refuse']);
    expect(readConsentForm({ decision: 'session' }, question)).toEqual({
      decision: 'refuse',
      reason: 'invalid',
    });
  });

  it('takes refuse for a no', () => {
    expect(readConsentForm({ decision: 'refuse' }, exampleQuestion())).toEqual({
      decision: 'refuse',
      reason: 'declined',
    });
  });

  it.each([
    undefined,
    null,
    'once',
    ['once'],
    {},
    { allow: true },
    { decision: true },
    { decision: 'ONCE' },
    { decision: ['once'] },
    { decision: 'once', scope: 'always' },
    { decision: { toString: () => 'once' } },
    JSON.parse('{"__proto__": {"decision": "always"}}'),
    Object.create({ decision: 'always' }),
  ])('takes %j for no answer, and so for a refusal', (content) => {
    expect(readConsentForm(content, exampleQuestion())).toEqual({
      decision: 'refuse',
      reason: 'invalid',
    });
  });
});
