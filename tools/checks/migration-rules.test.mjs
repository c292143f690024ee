import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import semver from 'semver';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { checkMigration, RULES } from './migration-rules.mjs';

beforeAll(loadModule);

const rulesOf = (sql) => checkMigration(sql).problems.map(({ rule }) => rule);

/** Statements on tables that exist, with the rule that each breaks. */
const BROKEN = [
  ['drop table posts', 'drop'],
  ['alter table posts drop column title', 'drop'],
  ['drop index posts_idx', 'drop'],
  ['drop function text_grams', 'drop'],
  ['truncate posts', 'drop'],
  ['alter table posts rename column title to name', 'rename'],
  ['alter table posts rename to texts', 'rename'],
  ['alter table posts alter column title type varchar(20)', 'type'],
  ['alter table posts alter column title set not null', 'not-null'],
  ['alter table posts add column note text not null', 'not-null'],
  ['alter table posts add constraint title_there not null title', 'not-null'],
  ['alter table posts add column key uuid default gen_random_uuid()', 'rewrite'],
  ['alter table posts add column size int generated always as (1 + 1) stored', 'rewrite'],
  ['create index on posts (title)', 'index'],
  ['create unique index concurrently posts_idx on posts (title)', 'index'],
  ['alter table posts add unique (title)', 'index'],
  [`alter table posts add constraint c check (title <> '')`, 'constraint'],
  ['alter table posts add foreign key (author_id) references members (id)', 'constraint'],
  ['alter table posts add column n int check (n > 0)', 'constraint'],
  ['lock table posts in share mode', 'lock'],
  ['reindex table posts', 'lock'],
  ['do $$ begin drop table posts; end $$', 'hidden'],
];

const ALLOWED = [
  'create table notes (id bigint primary key, text text not null); create index on notes (text); alter table notes add check (id > 0)',
  'alter table posts add column note text',
  `alter table posts add column note text not null default ''`,
  'alter table posts add column seen_at timestamptz not null default now()',
  `alter table posts add constraint c check (title <> '') not valid`,
  'alter table posts add constraint u unique using index posts_idx',
  'alter table posts validate constraint c',
  'alter table posts drop constraint c',
  'alter table posts alter column title drop not null',
  'create function one() returns int language sql return 1',
  `update posts set title = '' where title is null`,
  '-- without a transaction\ndrop index concurrently if exists i;\ncreate index concurrently i on posts (title);',
];

describe('the check of migrations [GATE-90]', () => {
  it.each(BROKEN)('finds in %s: %s', (sql, rule) => {
    expect(rulesOf(sql)).toEqual([rule]);
    const exception = `-- migration-check: ${rule} because a test says so\n${sql}`;
    expect(rulesOf(exception)).toEqual([]);
  });

  it('has a reason for each rule, and a statement that breaks it', () => {
    const tested = new Set([...BROKEN.map(([, rule]) => rule), 'repeat']);
    expect([...tested].sort()).toEqual(Object.keys(RULES).sort());
  });

  it.each(ALLOWED)('lets pass: %s', (sql) => {
    expect(rulesOf(sql)).toEqual([]);
  });

  it('wants statements without a transaction to be repeatable', () => {
    const alone = (sql) => rulesOf(`-- without a transaction\n${sql}`);
    expect(alone('create index concurrently if not exists i on posts (title)')).toEqual(['repeat']);
    expect(alone('drop index concurrently i')).toEqual(['repeat']);
    expect(alone('alter table posts add column note text')).toEqual(['repeat']);
  });

  it('names the line, also behind Korean comments, and exceptions that nothing needs', () => {
    const sql = `-- 한글 설명\nselect 1;\n\n-- 둘째\n-- migration-check: drop because unused\ndrop table a; --> statement-breakpoint\n-- migration-check: lock because of nothing\nalter table posts drop column b;`;
    expect(checkMigration(sql)).toEqual({
      count: 3,
      problems: [
        { line: 8, rule: 'drop' },
        { line: 8, rule: 'lock', isUnused: true },
      ],
    });
  });

  it('counts nothing in a file without statements', () => {
    expect(checkMigration('-- nothing')).toEqual({ count: 0, problems: [] });
  });

  it('fails without statements and for a planted violation', () => {
    const folder = mkdtempSync(join(tmpdir(), 'naru-migrations-'));
    const check = () => {
      const script = join(root, 'tools/checks/check-migrations.mjs');
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder]);
      return { status, text: `${stdout}${stderr}` };
    };
    expect(check().status).toBe(1);
    writeFileSync(join(folder, '0012_drop.sql'), 'select 1;\ndrop table posts;');
    const { status, text } = check();
    expect(status).toBe(1);
    expect(text).toContain('0012_drop.sql:2: drop: the release before may still use it');
    expect(text).toContain('2 statements of 1 migrations read, 1 problems.');
    rmSync(folder, { recursive: true });
  });
});

const folder = join(root, 'apps/server/migrations');
const read = (name) => readFileSync(join(folder, name), 'utf8');
const releases = JSON.parse(read('released.json'));
const released = Object.values(releases).flatMap((tags) => Object.entries(tags));

it.each(released)('the released migration %s is unchanged', (tag, sha256) => {
  expect(
    createHash('sha256')
      .update(read(`${tag}.sql`))
      .digest('hex'),
  ).toBe(sha256);
});

it('each migration belongs to one release, in the order of the journal [OPS-195]', () => {
  const { entries } = JSON.parse(read('meta/_journal.json'));
  const missing = entries.filter(({ tag }) => !released.some(([name]) => name === tag));
  // `npm run release -- <version>` adds them.
  expect(missing.map(({ tag }) => tag)).toEqual([]);
  expect(released.map(([tag]) => tag)).toEqual(entries.map(({ tag }) => tag));
  const versions = Object.keys(releases);
  expect(versions).toEqual(semver.sort([...versions]));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(versions.filter((one) => semver.gt(one, version))).toEqual([]);
});
