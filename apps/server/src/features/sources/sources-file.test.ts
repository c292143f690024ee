import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCE_BOARDS, sourceConfigSchema } from '@naru/contract/source-config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findIn } from './reading/reading.fixture.ts';
import { findSelectorFaults } from './reading/selectors.ts';
import { readSourcesFile } from './sources-file.ts';

describe('the file of sources', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naru-sources-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const FEED = {
    type: 'feed',
    name: 'news',
    title: '소식',
    url: 'https://www.example.ac.kr/rss',
    boardType: 'NOTICE_UNIV',
  };
  const HTML = { ...FEED, type: 'html', name: 'list', list: { row: 'tr', title: 'td' } };

  async function faultsOf(content: unknown): Promise<string[]> {
    const path = join(folder, 'faulty.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    const error = await readSourcesFile({ DATA_DIR: folder, SOURCES_FILE: path }).catch((e) => e);
    return error.message.split('\n').map((line: string) => line.replace(`${path}: `, ''));
  }

  it('has one line for each fault, with source and field [SRC-01]', async () => {
    expect(
      await faultsOf({
        sources: [
          { ...FEED, intervalMinutes: 5, boardType: 'FREE', hosts: ['localhost'], colour: 1 },
          { ...HTML, name: 'Not a name' },
          { ...HTML, list: { row: 'td[href', title: 'td:eq(1)' } },
          { ...FEED, name: 'list', title: '둘' },
          { ...FEED, name: 'kind', type: 'rss' },
          {
            ...FEED,
            name: 'menu',
            type: 'menu-table',
            cafeteria: 'staff',
            meals: { 중식: 'LUNCH' },
          },
          { ...HTML, name: 'host', detail: { body: 'p' }, pageUrl: 'https://www.example.org/{id}' },
          { name: 'less', type: 'feed', url: 'ftp://example.ac.kr' },
          7,
        ],
      }),
    ).toEqual([
      'source "news": intervalMinutes must be a whole number from 10 to 10080',
      'source "news": hosts.0 must be a name of a host like www.example.ac.kr',
      `source "news": boardType must be one of ${SOURCE_BOARDS.join(', ')}`,
      'source "news": colour is no field of it',
      'source "Not a name": name must have 1 to 40 of the letters a-z, 0-9 and hyphens',
      `source "list": list.row is not a CSS selector: Attribute selector didn't terminate`,
      'source "list": list.title is not a CSS selector: Unknown pseudo-class :eq',
      'source "list": name is that of another source',
      'source "kind": type must be one of feed, html, json, menu-table, menu-csv, ics, date-table',
      'source "menu": boardType is no field of it',
      'source "host": leads with pageUrl to a host that is neither the one of url nor in hosts',
      'source "less": title is missing',
      'source "less": url must be an address that begins with http:// or https://',
      'source "less": boardType is missing',
      'source 9: it must be a object',
    ]);
  });

  it('is JSON of its own shape [SRC-01]', async () => {
    expect(await faultsOf('{ "sources": [')).toEqual([expect.stringMatching(/^is not JSON: /)]);
    for (const wrong of [[], { source: [] }, { sources: {} }, 'null']) {
      expect(await faultsOf(wrong)).toEqual(['must be { "sources": [ … ] }']);
    }
    const many = Array.from({ length: 51 }, (_, index) => ({ ...FEED, name: `n${index}` }));
    expect(await faultsOf({ sources: many })).toEqual(['has more than 50 sources']);
  });

  it('must be there when it is named, and may be missing when it is not [SRC-01]', async () => {
    const missing = join(folder, 'missing.json');
    await expect(readSourcesFile({ DATA_DIR: folder, SOURCES_FILE: missing })).rejects.toThrow(
      `${missing} cannot be read (ENOENT)`,
    );
    await expect(readSourcesFile({ DATA_DIR: folder, SOURCES_FILE: folder })).rejects.toThrow(
      'cannot be read (EISDIR)',
    );
    expect(await readSourcesFile({ DATA_DIR: folder })).toBeNull();
  });

  it('has sources with their defaults [SRC-01]', async () => {
    await writeFile(join(folder, 'sources.json'), `\ufeff${JSON.stringify({ sources: [FEED] })}`);
    expect(await readSourcesFile({ DATA_DIR: folder })).toEqual([
      { ...FEED, intervalMinutes: 60, charset: 'auto', hosts: [] },
    ]);
  });
});

describe('the examples of the documents', () => {
  interface Block {
    kind: string;
    text: string;
  }

  /** The fenced blocks of a page of the documentation: an example is a page, and then its source. */
  function examplesOf(path: string) {
    const page = readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
    const blocks: Block[] = [...page.matchAll(/```([\w ]+)\n([\s\S]*?)```/g)].map(
      ([, kind = '', text = '']) => ({ kind, text }),
    );
    return blocks.flatMap(({ kind, text }, index) => {
      const before = blocks[index - 1];
      if (kind !== 'json' || before === undefined || !text.includes('"name"')) return [];
      return [{ type: String(JSON.parse(text).type), source: JSON.parse(text), page: before.text }];
    });
  }

  describe.each(['docs/sources.md', 'docs/guide/sources.md'])('examples of %s', (path) => {
    const examples = examplesOf(path);

    it('are of every type [SRC-01]', () => {
      expect([...new Set(examples.map(({ type }) => type))].toSorted()).toEqual(
        sourceConfigSchema.def.options.map((option) => option.shape.type.def.values[0]).toSorted(),
      );
    });

    it.each(examples)('find what their page has: $source.name [SRC-01]', ({ source, page }) => {
      const config = z.parse(sourceConfigSchema, source);
      expect(findSelectorFaults(config)).toEqual([]);
      const { content, faults } = findIn(config, page);
      const found = Object.values(content).find((value) => Array.isArray(value));
      expect(found?.length).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    });
  });
});
