import { showLine } from '@sluice/gateway/clients';
import type { ImportPlan } from '@sluice/gateway/clients';

type Planned = Pick<ImportPlan, 'takeover' | 'awaited'>;

/** What becomes of each server, one line each, with what has no effect here below it. No secret stands in any. */
export function describeTakeover({ takeover, awaited }: Planned): readonly string[] {
  const { added, present, skipped, refused } = takeover;
  return [
    ...added.flatMap(({ name, entry, from, remarks }) => [
      `+ ${showLine(name, 200)}: ${showLine(howReached(entry), 300)} (from ${origins(from, name)})`,
      ...remarks.map((remark) => `    ${showLine(remark, 400)}`),
    ]),
    ...present.map(({ name, from }) => `= ${showLine(name, 200)} is there already (${from.title})`),
    ...skipped.map(({ name, title }) => `- ${showLine(name, 200)} of ${title} is Sluice itself`),
    ...refused.map(
      ({ from, reason }) =>
        `! ${showLine(from.name, 200)} of ${from.title} is left out: ${showLine(reason, 300)}`,
    ),
    ...awaited.map((path) => `! write the value that only you know into ${showLine(path, 500)}`),
  ];
}

/** The same for a script: names, places and sentences. */
export function takeoverJson({ takeover, awaited }: Planned): object {
  const { added, present, skipped, refused } = takeover;
  return {
    added: added.map(({ name, from, remarks, secrets }) => ({
      name,
      from,
      remarks,
      secrets: secrets.map(({ file }) => file),
    })),
    present: present.map(({ name, from }) => ({ name, from })),
    skipped,
    refused,
    awaited,
  };
}

function howReached(entry: ImportPlan['takeover']['added'][number]['entry']): string {
  const { command, args, url } = entry;
  if (typeof url === 'string') return url;
  return [command, args]
    .flatMap((value) => (value === undefined ? [] : value))
    .map(String)
    .join(' ');
}

function origins(
  from: readonly { readonly title: string; readonly name: string }[],
  own: string,
): string {
  return from
    .map(({ title, name }) => (name === own ? title : `${title}, there ${JSON.stringify(name)}`))
    .map((origin) => showLine(origin, 200))
    .join(' and ');
}
