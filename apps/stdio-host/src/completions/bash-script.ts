import type { CompletionModel, ValueCompletion } from './completion-model.js';

/** Completions for bash, from 3.2 on, which macOS has. */
export function bashScript({ firstWords, groups, verbs, values }: CompletionModel): string {
  const first = firstWords.map(({ word }) => word).join(' ');
  const atValue = [...values].map(([name, value]) => `      ${name}) ${offer(value)} ;;`);
  const atOption = verbs.map(
    ({ names, options }) =>
      `      ${names.map(quote).join('|')}) words='${options.map(({ word }) => word).join(' ')}' ;;`,
  );
  const inGroup = [...groups].map(
    ([group, words]) =>
      `      ${quote(`${group}:0`)}) words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  const atWord = verbs.flatMap(({ names, arguments: args }) =>
    args.map((value, index) => {
      const places = names.map((name) => quote(`${name}:${index}`)).join('|');
      return `      ${places}) ${offer(value)} ;;`;
    }),
  );
  return `# Completions of sluice for bash, made by "sluice completions bash".
_sluice() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" verb='' option='' count=0 words='' lead='' files='' i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n $option ]]; then option=''; continue; fi
    case "$word" in
      ${[...values.keys()].join('|')}) option="$word" ;;
      -*) ;;
      *)
        case "$verb" in
          '') verb="$word" ;;
          ${[...groups.keys()].join('|')}) verb="$verb $word" ;;
          *) count=$((count + 1)) ;;
        esac ;;
    esac
  done
  if [[ -n $option ]]; then
    case "$option" in
${atValue.join('\n')}
    esac
  elif [[ $cur == -* ]]; then
    case "\${verb:-serve}" in
${atOption.join('\n')}
      *) words='--help --version' ;;
    esac
  else
    case "$verb:$count" in
      ':0') words='${first}' ;;
${[...inGroup, ...atWord].join('\n')}
    esac
  fi
  COMPREPLY=()
  if [[ -n $files ]]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
  elif [[ -n $lead ]]; then
    [[ $cur == *,* ]] && lead="\${cur%,*},"
    [[ $lead == ' ' ]] && lead=''
    COMPREPLY=($(compgen -P "$lead" -W "$words" -- "\${cur##*,}"))
    compopt -o nospace 2>/dev/null
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -F _sluice sluice
`;
}

function offer(value: ValueCompletion): string {
  switch (value.kind) {
    case 'words':
      return `words='${value.words.join(' ')}'`;
    case 'list':
      return `words='${value.words.join(' ')}' lead=' '`;
    case 'file':
      return 'files=1';
    case 'free':
      return ':';
    default:
      return value satisfies never;
  }
}

function quote(word: string): string {
  return `'${word}'`;
}
