import type { Catalogue, CatalogueTool } from './catalogue.js';
import { createPostingLists } from './posting-lists.js';
import type { PostingLists } from './posting-lists.js';
import { createPostingWriter } from './posting-writer.js';
import { rarity } from './rarity.js';
import { createVocabulary } from './vocabulary.js';
import type { Vocabulary } from './vocabulary.js';

/** Every tool of a catalogue by the terms that it holds. Tools have small numbers that are used again. */
export interface ToolPostings {
  readonly vocabulary: Vocabulary;
  readonly lists: PostingLists;
  /** Tools held now. */
  readonly toolCount: number;
  /** One more than the highest number of a tool. */
  readonly capacity: number;
  toolOf(document: number): CatalogueTool | undefined;
  /** The terms of the tool's name, each once. */
  nameTermsOf(document: number): readonly number[];
  /** How rare a term is among the tools. */
  rarityOf(term: number): number;
  /** Takes in what is new in a catalogue and drops what is gone; servers that stayed cost next to nothing. */
  update(catalogue: Catalogue): void;
}

/** The tools of one server as they were taken in. */
interface HeldServer {
  readonly about: string;
  readonly tools: readonly CatalogueTool[];
  readonly documents: readonly number[];
}

/** Postings without a tool yet. */
export function createToolPostings(): ToolPostings {
  const vocabulary = createVocabulary();
  const lists = createPostingLists();
  const writer = createPostingWriter(vocabulary, lists);
  const tools: (CatalogueTool | undefined)[] = [];
  const nameTerms: (readonly number[])[] = [];
  const freeDocuments: number[] = [];
  let toolCount = 0;
  /** By term; 0 where it was not asked for since the last update. */
  let rarities = new Float64Array(0);
  let held = new Map<string, HeldServer>();

  const takeIn = (tool: CatalogueTool, about: string): number => {
    const document = freeDocuments.pop() ?? tools.length;
    tools[document] = tool;
    nameTerms[document] = writer.write(document, tool, about);
    toolCount += 1;
    return document;
  };
  const drop = (gone: readonly HeldServer[]) => {
    if (gone.length === 0) return;
    const isGone = new Uint8Array(tools.length);
    for (const { documents } of gone) {
      toolCount -= documents.length;
      for (const document of documents) {
        isGone[document] = 1;
        tools[document] = undefined;
        freeDocuments.push(document);
      }
    }
    lists.removeAll(isGone);
  };

  return {
    vocabulary,
    lists,
    get toolCount() {
      return toolCount;
    },
    get capacity() {
      return tools.length;
    },
    toolOf: (document) => tools[document],
    nameTermsOf: (document) => nameTerms[document] ?? [],
    rarityOf(term) {
      const known = rarities[term] ?? 0;
      if (known > 0) return known;
      return (rarities[term] = rarity(lists.countOf(term), toolCount));
    },
    update(catalogue) {
      const wanted = groupByServer(catalogue);
      const now = new Map<string, HeldServer>();
      const gone: HeldServer[] = [];
      for (const [name, was] of held) {
        const server = wanted.get(name);
        if (server === undefined || !isSame(was, server)) {
          gone.push(was);
          continue;
        }
        // The same definitions, named anew: only the objects change.
        was.documents.forEach((document, index) => {
          tools[document] = server.tools[index];
        });
        now.set(name, { ...was, tools: server.tools });
      }
      drop(gone);
      for (const [name, server] of wanted) {
        if (now.has(name)) continue;
        const documents = server.tools.map((tool) => takeIn(tool, server.about));
        now.set(name, { ...server, documents });
      }
      held = now;
      rarities = new Float64Array(vocabulary.size);
    },
  };
}

function groupByServer(
  catalogue: Catalogue,
): ReadonlyMap<string, Pick<HeldServer, 'about' | 'tools'>> {
  const groups = new Map<string, { readonly about: string; readonly tools: CatalogueTool[] }>();
  for (const { name, description } of catalogue.servers)
    groups.set(name, { about: description ?? '', tools: [] });
  for (const tool of catalogue.tools) groups.get(tool.server)?.tools.push(tool);
  return groups;
}

function isSame(was: HeldServer, now: Pick<HeldServer, 'about' | 'tools'>): boolean {
  return (
    now.about === was.about &&
    now.tools.length === was.tools.length &&
    now.tools.every(({ tool, name }, index) => {
      const other = was.tools[index];
      return other?.tool === tool && other.name === name;
    })
  );
}
