import { foldText, searchText } from '@naru/contract/folding';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { containsText } from './contains.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
}, 14_000);
afterAll(() => database.drop());

/** What PostgreSQL loses when it composes syllables, and a character that not all versions know. */
const EXCEPT = ['\u11a7', '\ua7f1'];

/** Every character that folds, combines or is white, and some of the others; none for private use. */
const FOLDS = /[\p{M}\p{Cf}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
function characters(): string[] {
  const all: string[] = [];
  for (let code = 1; code < 0x2_0000; code += 1) {
    const char = String.fromCodePoint(code);
    if (/[\p{Cs}\p{Co}\p{Cn}]/u.test(char) || /[\u{3400}-\u{4dbf}\u{a000}-\u{a4cf}]/u.test(char))
      continue;
    const isFolded = FOLDS.test(char) || char.normalize('NFKC') !== char;
    if (!EXCEPT.includes(char) && (isFolded || code < 0x1200 || code % 61 === 0)) all.push(char);
  }
  return all;
}

async function inSql(texts: readonly string[]): Promise<string[]> {
  const { rows } = await database.db.execute<{ text: string }>(sql`
    select search_text(text) as text from unnest(${sql.param(texts)}::text[]) with ordinality as given(text, place)
    order by place`);
  return rows.map(({ text }) => text);
}

describe('folded text', () => {
  it('is the same in SQL and in the contract, for every character between others [LIST-145]', async () => {
    const texts = characters().flatMap((char) => [`가${char}b`, `ㅋ${char} ${char}\n${char}`]);
    const folded = await inSql(texts);
    const different = texts.filter((text, at) => searchText(text) !== folded[at]);
    expect(
      different.map((text) => [text, [...text].map((c) => c.codePointAt(0)?.toString(16))]),
    ).toEqual([]);
  });

  it('stays as it is when it is folded again [LIST-145]', () => {
    for (const char of characters()) {
      const folded = foldText(`가${char} ㅋ${char}${char}`);
      expect(foldText(folded)).toBe(folded);
    }
  });
});

describe('containsText', () => {
  it.each([
    ['자료구조 과제', true],
    ['과제 git', true],
    ['3주차 과제', true],
    ['과제 실습', false],
    ["'% _", false],
  ])('looks for each word of %j, in any order: %s [LIST-146]', async (words, isFound) => {
    const text = sql`'자료구조 3주차 과제,' || E'\n' || '제출은 Ｇｉｔ으로'`;
    const { rows } = await database.db.execute(sql`select ${containsText(text, words)} as found`);
    expect(rows).toEqual([{ found: isFound }]);
  });
});
