import type { SubstitutionSources } from './substitute.js';

/** Variables that tell who and where somebody is. What they hold stands in paths everywhere, and is no secret. */
const ordinary =
  /^(?:HOME|USER|LOGNAME|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAM\w+|PWD|PATH|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|NODE_ENV|HOSTNAME)$/i;

/** The same sources; `note` is told of every value that they give and that may be a secret. */
export function notingSources(
  sources: SubstitutionSources,
  note: ((value: string) => void) | undefined,
): SubstitutionSources {
  if (note === undefined) return sources;
  const { command, keychain } = sources;
  const noted = (text: string) => {
    note(text.replace(/^\ufeff/, '').replace(/\r?\n$/, ''));
    return text;
  };
  return {
    ...sources,
    variable(name) {
      const value = sources.variable(name);
      if (value !== undefined && !ordinary.test(name)) note(value);
      return value;
    },
    file: (path) => noted(sources.file(path)),
    ...(command && {
      command(words) {
        const outcome = command(words);
        if (outcome.ok) noted(outcome.text);
        return outcome;
      },
    }),
    ...(keychain && {
      keychain(service, account) {
        const outcome = keychain(service, account);
        if (outcome.ok) noted(outcome.text);
        return outcome;
      },
    }),
  };
}
