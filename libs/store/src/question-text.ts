import { consentScopes } from '@sluice/contracts';
import type { ConsentQuestion, ConsentScope, Json, QuestionTool } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { printDefinition, readDefinition } from './approval-text.js';
import { jsonFields, type JsonFields } from './json-fields.js';
import { printServer, readServer } from './server-text.js';

/** A question as the text of its file. */
export function printQuestion(question: ConsentQuestion): string {
  const { tools, servers, askedAt, expiresAt, ...rest } = question;
  const text = printJson(
    {
      version: 1,
      ...rest,
      askedAt: new Date(askedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      tools: tools.map(printTool),
      ...(servers === undefined ? {} : { servers: servers.map(printServer) }),
    },
    2,
  );
  return `${text}\n`;
}

/**
 * Reads what {@link printQuestion} printed.
 *
 * @throws Error that says what is wrong, when the text is not one of ours
 */
export function readQuestion(text: string): ConsentQuestion {
  const fields = jsonFields(parseJson(text));
  if (fields.value('version') !== 1) throw new Error('it is not of version 1');
  return {
    id: fields.text('id'),
    digest: fields.text('digest'),
    sessionId: fields.text('sessionId'),
    workspace: fields.text('workspace'),
    program: fields.text('program'),
    tools: fields.objects('tools').map(readTool),
    ...(fields.value('servers') === undefined
      ? {}
      : { servers: fields.objects('servers').map(readServer) }),
    hasDynamic: fields.flag('hasDynamic'),
    scopes: fields.list('scopes').filter(isScope),
    askedAt: fields.time('askedAt'),
    expiresAt: fields.time('expiresAt'),
  };
}

function isScope(value: Json): value is ConsentScope {
  return consentScopes.some((scope) => scope === value);
}

function printTool({ definition, ...tool }: QuestionTool): Json {
  const { title, args, changes, ...rest } = tool;
  return {
    ...rest,
    ...(title === undefined ? {} : { title }),
    ...(args === undefined ? {} : { args }),
    ...(changes === undefined ? {} : { changes }),
    definition: printDefinition(definition),
  };
}

function readTool(fields: JsonFields): QuestionTool {
  const title = fields.optionalText('title');
  const changes = fields.value('changes') === undefined ? undefined : fields.list('changes');
  return {
    id: fields.text('id'),
    server: fields.text('server'),
    name: fields.text('name'),
    ...(title === undefined ? {} : { title }),
    effect: fields.oneOf('effect', ['reads', 'writes', 'destroys']),
    ...(fields.value('args') === undefined ? {} : { args: fields.list('args') }),
    definition: readDefinition(fields.object('definition')),
    ...(changes === undefined ? {} : { changes: changes.map(String) }),
  };
}
