import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { instrument } from './instrument.mjs';
import { mutantsOf } from './mutators.mjs';
import { matchesGlob, sampled, targetFiles, versionOf } from './plan.mjs';
import { faultsOf, merged, readLedger, scoreOf } from './report.mjs';

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8'));
const read = (path) => readFileSync(join(root, path), 'utf8');

describe('mutantsOf', () => {
  it.each([
    ['if (a) b();', ['true', 'false', 'undefined']],
    ['if (a === b) {}', ['true', 'false']],
    ['const c = a === b;', ['a !== b']],
    ['const c = a < b;', ['a <= b', 'a >= b']],
    ['const c = a && b;', ['a', 'b']],
    ['const c = a ?? 7;', ['a', '7', '8']],
    ["const c = '한글';", ["''"]],
    ['const c = !a;', ['a']],
    ['const c = a?.b.c?.(d);', ['a?.b.c!(d)', 'a!.b.c?.(d)']],
    ['const c = list.filter(one);', ['list']],
    ['const c = list.some(one);', ['list.every(one)']],
    ['const c = /^a$/i;', ['/a$/i', '/^a/i', '/^a$/']],
    ['n += 1;', ['undefined', 'n -= 1', '2']],
    ['await save(row);', ['undefined']],
  ])('%s', (source, texts) => {
    expect(mutantsOf('a.ts', source).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    "import a from 'b'; export { c } from 'd';",
    "type A = 'x' | 1; interface B { c: 'd' }",
    "const a = { 'b': c, 1: d };",
    'const a = sql`select 1`;',
    "throw new Error('never shown');",
    "authorise('read', row) satisfies Row;",
    "'use strict';",
  ])('makes none of what only people or the compiler read: %s', (source) => {
    const texts = mutantsOf('a.ts', source).map(({ text }) => text);
    expect(texts.filter((text) => text !== 'undefined')).toEqual([]);
  });
});

describe('instrument', () => {
  it('leaves the source as it is until a mutant is chosen', () => {
    const text = '`$' + '{a}한`';
    const source = `return (a < 3 && b) || [...list.filter((x) => x > 1), ${text}].length;`;
    const mutants = mutantsOf('a.ts', source.replace('return', 'const z ='))
      .map((mutant) => ({ ...mutant, start: mutant.start - 3, end: mutant.end - 3 }))
      .map((mutant, id) => ({ ...mutant, id: String(id) }));
    const work = new Function('__mutant', 'a', 'b', 'list', instrument(source, mutants));
    const run = (chosen) => work((id) => id === chosen, 5, true, [1, 2, 3]);
    expect(run(undefined)).toBe(3);
    const idOf = (text) => mutants.find((one) => one.text === text).id;
    expect(run(idOf('list'))).toBe(4);
    expect(run(idOf('a >= 3'))).toBe(true);
    expect(run(idOf('x >= 1'))).toBe(4);
  });
});

describe('the choice of mutants', () => {
  it('understands globs', () => {
    expect(matchesGlob('a/b/c.policy.ts', '**/*.policy.ts')).toBe(true);
    expect(matchesGlob('a/present.ts', 'a/**/*{.,/}present.ts')).toBe(false);
    expect(matchesGlob('a/b/password-policy.ts', 'a/**/*[.-]policy.ts')).toBe(true);
    expect(matchesGlob('a/b/xpolicy.ts', 'a/**/*[.-]policy.ts')).toBe(false);
    expect(matchesGlob('a/b.test.ts', 'a/{b,c}.test.ts')).toBe(true);
  });

  it('samples the same ones for a seed', () => {
    const mutants = Array.from({ length: 50 }, (_, id) => ({ id: String(id) }));
    const ids = (seed) => sampled(mutants, 10, seed).map(({ id }) => id);
    expect(ids('1')).toEqual(ids('1'));
    expect(ids('1')).not.toEqual(ids('2'));
    expect(new Set(ids('1')).size).toBe(10);
  });

  it('has tests for every file of the list', () => {
    const files = targetFiles();
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });
});

describe('the ledger', () => {
  it('leaves out verdicts of other versions, and of files that are gone', () => {
    const [file, test] = ['tools/mutants/mutate.mjs', 'tools/mutants/mutants.whole.test.mjs'];
    const line = (id, of, at) => JSON.stringify({ test: of, file, id, at, killed: 'x' });
    const at = `${versionOf(test)}.${versionOf(file)}`;
    const lines = [line('1', test, at), line('2', test, 'a.b'), line('3', 'gone.test.ts', at)];
    const folder = mkdtempSync(join(tmpdir(), 'naru-ledger-'));
    try {
      writeFileSync(join(folder, 'ledger.jsonl'), lines.join('\n'));
      const { killed } = readLedger(join(folder, 'ledger.jsonl'), versionOf);
      expect(['1', '2', '3'].filter(killed)).toEqual(['1']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('reasons', () => {
  const one = { file: 'a.ts', line: 1, code: 'x', change: '1 → 2' };
  const result = {
    target: 'A',
    file: 'a.ts',
    all: 1,
    tried: [one],
    left: [],
    killed: [],
    alive: [one],
  };
  it('are needed for survivors, and for nothing else', () => {
    expect(faultsOf([result], [])).toHaveLength(1);
    expect(faultsOf([result], [{ ...one, reason: 'equal' }])).toEqual([]);
    const dead = { ...result, alive: [], killed: [one] };
    expect(faultsOf([dead], [{ ...one, reason: 'equal' }])).toHaveLength(1);
    expect(faultsOf([dead], [{ ...one, file: 'b.ts', reason: 'equal' }])).toEqual([]);
    const sample = { ...dead, all: 9 };
    expect(faultsOf([sample], [{ ...one, change: '2 → 3', reason: 'equal' }])).toEqual([]);
    expect(faultsOf([{ ...result, left: [one] }], [])).toEqual([]);
  });

  it('stay with what the repository records', () => {
    const targets = [{ file: 'a.ts' }];
    expect(merged({ files: {}, alive: [] }, [result], targets).files).toEqual({
      'a.ts': { target: 'A', mutants: 1, tried: 1, killed: 0 },
    });
  });

  it('are whole, and of lines that are there', () => {
    for (const { file, code, reason } of recorded.alive) {
      expect(reason.length, code).toBeGreaterThan(10);
      expect(read(file)).toContain(code);
    }
  });

  it('leave nine tenths of the recorded mutants killed', () => {
    const list = Object.values(recorded.files);
    const sum = (key) => list.reduce((total, one) => total + one[key], 0);
    expect(sum('killed')).toBeGreaterThan(0.9 * sum('tried'));
    expect(scoreOf(recorded, [])).toMatch(/^\d+ of \d+ killed, \d+(\.\d)? %, of \d+ in \d+ files$/);
    expect(scoreOf({ files: {} }, ['a.ts'])).toBe(
      '0 of 0 killed, –, of 0 in 0 files; not tried: a.ts',
    );
  });
});
