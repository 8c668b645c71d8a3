import type { CompletionModel, CompletionWord, ValueCompletion } from './completion-model.js';

/** Completions for fish. */
export function fishScript({ firstWords, groups, verbs, values }: CompletionModel): string {
  const lines = [
    ...firstWords.map((word) => wordLine('__sluice_at ""', word)),
    ...[...groups].flatMap(([group, words]) =>
      words.map((word) => wordLine(`__sluice_at ${quote(group)}`, word)),
    ),
    ...verbs.flatMap(({ names, arguments: args }) =>
      args.flatMap((value, index) =>
        names.map((name) => {
          const place = index === 0 ? name : `${name} ${index}`;
          return line(`__sluice_at ${quote(place)}`, offerOf(value));
        }),
      ),
    ),
    ...verbs.flatMap(({ names, options }) =>
      options.flatMap((option) => optionLine(names, option, values.get(option.word))),
    ),
  ];
  return `# Completions of sluice for fish, made by "sluice completions fish".
function __sluice_place
    set -l verb ''
    set -l count 0
    set -l option ''
    for word in (commandline -opc)[2..-1]
        if test -n "$option"
            set option ''
            continue
        end
        switch $word
            case ${[...values.keys()].join(' ')}
                set option $word
            case '-*'
            case '*'
                switch $verb
                    case ''
                        set verb $word
                    case ${[...groups.keys()].join(' ')}
                        set verb "$verb $word"
                    case '*'
                        set count (math $count + 1)
                end
        end
    end
    echo $verb
    echo $count
end
function __sluice_at
    set -l place (__sluice_place)
    set -l found $place[1]
    test $place[2] -gt 0; and set found "$found $place[2]"
    test "$found" = $argv[1]
end
function __sluice_verb
    set -l place (__sluice_place)
    set -l verb $place[1]
    test -z "$verb"; and set verb serve
    contains -- $verb $argv
end
complete -c sluice -f
${lines.filter((text) => text !== '').join('\n')}
`;
}

function line(condition: string, offer: string): string {
  return offer === '' ? '' : `complete -c sluice -n ${quote(condition)} ${offer}`;
}

function wordLine(condition: string, { word, summary }: CompletionWord): string {
  return line(condition, `-a ${quote(word)} -d ${quote(summary)}`);
}

function optionLine(
  names: readonly string[],
  { word, summary }: CompletionWord,
  value: ValueCompletion | undefined,
): string {
  const condition = `__sluice_verb ${names.map(quote).join(' ')}`;
  const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
  const takes =
    value === undefined ? '' : ` ${value.kind === 'file' ? '-r' : '-x'} ${offerOf(value)}`;
  return line(condition, `${name} -d ${quote(summary)}${takes}`.trimEnd());
}

function offerOf(value: ValueCompletion): string {
  switch (value.kind) {
    case 'words':
      return `-a ${quote(value.words.join(' '))}`;
    case 'list':
      return `-a "(__fish_append , ${value.words.join(' ')})"`;
    case 'file':
      return '-F';
    case 'free':
      return '';
    default:
      return value satisfies never;
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
