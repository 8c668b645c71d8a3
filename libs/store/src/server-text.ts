import type { Json, QuestionServer, ServerApproval, ShownServer } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { jsonFields, type JsonFields } from './json-fields.js';

/** An approval of a server as the text of its file. */
export function printServerApproval({
  grantedAt,
  id,
  answeredIn,
  ...server
}: ServerApproval): string {
  const text = printJson(
    {
      version: 1,
      id,
      grantedAt: new Date(grantedAt).toISOString(),
      answeredIn,
      server: printServer(server),
    },
    2,
  );
  return `${text}\n`;
}

/**
 * Reads what {@link printServerApproval} printed.
 *
 * @throws Error that says what is wrong, when the text is not one of ours
 */
export function readServerApproval(text: string): ServerApproval {
  const fields = jsonFields(parseJson(text));
  if (fields.value('version') !== 1) throw new Error('it is not of version 1');
  const { name, origin, file, digest, shown } = readServer(fields.object('server'));
  return {
    name,
    origin,
    file,
    digest,
    shown,
    id: fields.text('id'),
    grantedAt: fields.time('grantedAt'),
    answeredIn: fields.oneOf('answeredIn', ['client', 'terminal', 'page']),
  };
}

/** A server of a question as JSON. */
export function printServer({ changes, ...server }: QuestionServer): Json & object {
  return { ...server, ...(changes === undefined ? {} : { changes }) } as unknown as Json & object;
}

/** Reads what {@link printServer} made. */
export function readServer(fields: JsonFields): QuestionServer {
  const changes = fields.value('changes') === undefined ? undefined : fields.list('changes');
  return {
    name: fields.text('name'),
    origin: fields.oneOf('origin', ['project', 'client']),
    file: fields.text('file'),
    digest: fields.text('digest'),
    shown: readShown(fields.object('shown')),
    ...(changes === undefined ? {} : { changes: changes.map(String) }),
  };
}

function readShown(fields: JsonFields): ShownServer {
  const texts = (key: string) => fields.list(key).map(String);
  const cwd = fields.optionalText('cwd');
  const url = fields.optionalText('url');
  return {
    ...(fields.value('command') === undefined ? {} : { command: texts('command') }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(url === undefined ? {} : { url }),
    env: texts('env'),
    headers: texts('headers'),
    variables: texts('variables'),
    files: texts('files'),
  };
}
