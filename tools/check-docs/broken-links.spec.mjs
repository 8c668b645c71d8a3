import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenLinks, markdownFiles } from './broken-links.mjs';

const workspace = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

describe('the documents of this workspace', () => {
  it('are found', () => {
    expect(markdownFiles(workspace)).toContain('README.md');
  });

  it('have no link that leads nowhere', () => {
    const broken = markdownFiles(workspace).flatMap((file) => brokenLinks(workspace, file));
    expect(broken).toEqual([]);
  });
});

describe('brokenLinks()', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sluice-docs-'));
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/b.md'), '# One & two\n\n## Same\n\n## Same\n');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const broken = (text) => {
    writeFileSync(join(root, 'a.md'), text);
    return brokenLinks(root, 'a.md');
  };

  it('names file, line and link of what leads nowhere', () => {
    const text = [
      '[x](docs/missing.md) and [y](docs/b.md)',
      '![z](<img/no.png>)',
      '[r]: gone.md "title"',
      '[out](../../etc/passwd)',
      '[h](docs/b.md#three)',
      '[here](#nothing)',
    ];
    expect(broken(text.join('\n'))).toEqual([
      'a.md:1: docs/missing.md',
      'a.md:2: img/no.png',
      'a.md:3: gone.md',
      'a.md:4: ../../etc/passwd',
      'a.md:5: docs/b.md#three',
      'a.md:6: #nothing',
    ]);
  });

  it('accepts what leads somewhere, the web unseen', () => {
    const text = [
      '# Top',
      '[a](#top) [b](docs/b.md#one--two) [c](/docs/b.md#same-1) [d](docs/) [e](./docs/b.md "title")',
      '[w](https://example.com/missing.md) [m](mailto:a@b.c)',
    ];
    expect(broken(text.join('\n'))).toEqual([]);
  });

  it('does not look into code', () => {
    expect(broken('`[x](no.md)`\n```md\n[x](no.md)\n```\n~~~\n[x](no.md)\n~~~\n')).toEqual([]);
  });

  it('skips what is installed or built', () => {
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules/x.md'), '');
    expect(markdownFiles(root)).toEqual([join('docs', 'b.md')]);
  });
});
