import type { CompletionModel, CompletionWord, ValueCompletion } from './completion-model.js';

/** Completions for zsh: a file `_sluice` in a folder of `$fpath`, or read by `source`. */
export function zshScript({ firstWords, groups, verbs, values }: CompletionModel): string {
  const atValue = [...values].map(([name, value]) => `      ${name}) ${offer(value)} ;;`);
  const atOption = verbs.map(
    ({ names, options }) => `      ${patterns(names)}) ${describe('option', options)} ;;`,
  );
  const inGroup = [...groups].map(
    ([group, words]) => `      ${patterns([`${group}:0`])}) ${describe('verb', words)} ;;`,
  );
  const atWord = verbs.flatMap(({ names, arguments: args }) =>
    args.map(
      (value, index) =>
        `      ${patterns(names.map((name) => `${name}:${index}`))}) ${offer(value)} ;;`,
    ),
  );
  return `#compdef sluice
# Completions of sluice for zsh, made by "sluice completions zsh".
_sluice() {
  local cur="\${words[CURRENT]}" verb='' option='' word
  local -i count=0 i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $option ]]; then option=''; continue; fi
    case "$word" in
      ${[...values.keys()].join('|')}) option="$word" ;;
      -*) ;;
      *)
        case "$verb" in
          '') verb="$word" ;;
          ${[...groups.keys()].join('|')}) verb="$verb $word" ;;
          *) count+=1 ;;
        esac ;;
    esac
  done
  local -a offers
  if [[ -n $option ]]; then
    case "$option" in
${atValue.join('\n')}
    esac
  elif [[ $cur == -* ]]; then
    case "\${verb:-serve}" in
${atOption.join('\n')}
      *) ${describe('option', [])} ;;
    esac
  else
    case "$verb:$count" in
      ':0') ${describe('verb', firstWords)} ;;
${[...inGroup, ...atWord].join('\n')}
    esac
  fi
}
if [[ "\${funcstack[1]}" == _sluice ]]; then
  _sluice "$@"
else
  compdef _sluice sluice
fi
`;
}

function offer(value: ValueCompletion): string {
  switch (value.kind) {
    case 'words':
      return `compadd -- ${value.words.join(' ')}`;
    case 'list':
      return `_values -s , group ${value.words.join(' ')}`;
    case 'file':
      return '_files';
    case 'free':
      return ':';
    default:
      return value satisfies never;
  }
}

function describe(what: string, words: readonly CompletionWord[]): string {
  const offers = words.map(({ word, summary }) => quote(`${word}:${summary}`));
  return `offers=(${offers.join(' ')}); _describe ${what} offers`;
}

function patterns(words: readonly string[]): string {
  return words.map(quote).join('|');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
