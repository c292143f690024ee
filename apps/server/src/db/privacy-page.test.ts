import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from './schema/index.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const WEB = join(ROOT, 'apps/web/src');
const page = readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8');
const named = new Set([...page.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name));
const missing = (names: Iterable<string>) => [...new Set(names)].filter((name) => !named.has(name));

/** Path below `apps/web/src` and text of each source that is part of the app. */
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|(^|\/)testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(WEB, path), 'utf8') }));
const found = (pattern: RegExp, prefix = '') =>
  sources.flatMap(({ text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => prefix + name.replace(/\$\{.*/, '')),
  );

describe('docs/privacy.md', () => {
  it('names every table of the database [PRIV-90]', () => {
    const tables = Object.values(schema).filter((value) => is(value, PgTable));
    expect(tables.length).toBeGreaterThan(70);
    expect(missing(tables.map((table) => getTableName(table as PgTable)))).toEqual([]);
  });

  it('names what browsers store, and every file that stores it [PRIV-90]', () => {
    const keys = [
      ...found(/['"`](naru\.[\w.-]+)['"`]/g).filter((key) => key !== 'naru.member.'),
      ...found(/memberKey\(['"`]([^'"`]+)['"`]\)/g, 'naru.member.'),
      ...found(/(?:local|session)Storage\.setItem\(['"`]([^'"`]+)/g),
    ];
    expect(keys.length).toBeGreaterThan(12);
    expect(missing(keys)).toEqual([]);
    const STORES = /\b(localStorage|sessionStorage|indexedDB|document\.cookie|caches\.open)\b/;
    const files = sources.filter(({ text }) => STORES.test(text)).map(({ path }) => path);
    expect(files.length).toBeGreaterThan(12);
    expect(missing(files)).toEqual([]);
  });

  it('names only files that exist [PRIV-90]', () => {
    const paths = [...named].filter((name) => /^[\w-]+(\/[\w.-]+)+\.tsx?$/.test(name));
    expect(paths.length).toBeGreaterThan(20);
    const places = [ROOT, WEB, join(ROOT, 'apps/server/src')];
    expect(paths.filter((path) => !places.some((place) => existsSync(join(place, path))))).toEqual(
      [],
    );
  });
});
