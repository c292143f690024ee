import { describe, expect, it } from 'vitest';
import {
  compact,
  faultsOfUntested,
  findIds,
  findOutsideCitations,
  isTestFile,
  parseRules,
  parseUntested,
  repeated,
} from './requirements.mjs';

const id = (prefix, number) => `${prefix}-${number}`;
const rule = (name, end = ' _Why: people._') => `- **${name}** Something holds.${end}`;

describe('the pages of requirements', () => {
  it('have a unique id and a reason for each rule', () => {
    const text = ['# Title', rule('ABC-01'), rule('ABC-02', ''), '- a line without an id'].join(
      '\n',
    );
    expect(parseRules('page.md', text)).toEqual({
      rules: ['ABC-01', 'ABC-02'],
      problems: ['page.md:3: ABC-02 has no reason', 'page.md:4: not a rule with an id'],
    });
  });

  it('contain no id twice', () => {
    expect(repeated(['ABC-01', 'ABC-02', 'ABC-01', 'ABC-01'])).toEqual(['ABC-01']);
  });
});

describe('citations', () => {
  it('are found by the prefixes of the rules, with their line number', () => {
    const text = `first\n// [${id('ABC', '07')}] and ${id('UTF', 8)} and ${id('XABC', '01')}`;
    expect(findIds(text, ['ABC-01'])).toEqual([{ id: id('ABC', '07'), line: 2 }]);
  });

  it('count in tests, not in what is tested', () => {
    const tests = ['e2e/a.spec.ts', 'apps/a.test.ts', 'apps/a.whole.test.tsx', 'apps/a.test.mjs'];
    expect([...tests, 'apps/a.ts', 'apps/a.tsx'].filter(isTestFile)).toEqual(tests);
  });

  it('of external documents are found, ordinary words are not', () => {
    const old = ['decisions', 'quality', 'spec'].map((name) => `${name} 4`);
    const fine = ['a decision 0011', 'good quality pictures', 'the spec says'];
    expect(findOutsideCitations([...old, ...fine].join('\n'))).toEqual([1, 2, 3]);
    expect(findOutsideCitations(`(${'quality'} ${id('AN', '31')})`)).toEqual([1]);
  });
});

it('lists ids in one line per prefix', () => {
  expect(compact(['ABC-01', 'ABC-12', 'DEF-03'])).toEqual(['ABC 01 12', 'DEF 03']);
});

describe('rules that no test cites', () => {
  const [one, two, three] = ['01', '02', '03'].map((number) => id('ABC', number));
  const page = ['| Rule | Why |', '| --- | --- |', `| ${one}, ${two} | It needs a machine. |`].join(
    '\n',
  );

  it('have a line with a reason [GATE-100]', () => {
    const listed = parseUntested(page);
    expect(listed.map((line) => line.id)).toEqual([one, two]);
    expect(listed[0].reason).toBe('It needs a machine.');
    expect(faultsOfUntested('p.md', [one, two], listed)).toEqual([]);
  });

  it('fail without a line, and a line of a rule that a test cites fails too [GATE-100]', () => {
    const faults = faultsOfUntested('p.md', [one, three], parseUntested(page));
    expect(faults).toEqual([
      expect.stringContaining(`${three}: no test cites it`),
      expect.stringContaining(`p.md: ${two} is listed`),
    ]);
  });
});
