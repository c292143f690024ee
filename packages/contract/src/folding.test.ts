import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { alertWordField } from './alert-words.ts';
import { searchField } from './fields.ts';
import { containsFolded, findFolded, foldText, searchText, searchWords } from './folding.ts';

describe('folding', () => {
  it.each([
    ['Ａｂ\u00a0\u3000Ｃ', 'ab c'],
    ['①㎡ㆍ㈜', '1m2\u119e(주)'],
    ['한글'.normalize('NFD'), '한글'],
    ['고마워ㄳ', '고마워ㄳ'],
    ['가\u200b나\u00ad다\u2060', '가나다'],
    [' 앞 \r\n\n 뒤 ', '앞 뒤'],
    ['ΑΣ', 'ασ'],
  ])('%j is %j [LIST-145]', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('leaves case and lines to what is stored, and takes lines from what is asked [LIST-145]', () => {
    expect(searchText('Ａ \n\n Ｂ')).toBe('A\nB');
    expect(searchWords(' Ａ\nＢ ')).toBe('A B');
    expect(z.parse(searchField, '\u00a0Ａ\u200bＢ ')).toBe('AB');
  });
});

describe('findFolded', () => {
  const marked = (text: string, words: string) =>
    findFolded(text, words).map(({ from, to }) => text.slice(from, to));

  it.each([
    ['중간\u00a0\u00a0범위 안내', '중간 범위', ['중간\u00a0\u00a0범위']],
    ['ＡＩ와 ai와 Ai', 'ai', ['ＡＩ', 'ai', 'Ai']],
    ['넓이 ㎡ ㎡', 'm2', ['㎡', '㎡']],
    ['실\u00ad험\u200b실', '실험실', ['실\u00ad험\u200b실']],
    ['바다'.normalize('NFD'), '바다', ['바다'.normalize('NFD')]],
    ['없음', '바다', []],
    ['글', '', []],
    ['㎡', '2', ['㎡']],
  ])('of %j for %j [LIST-145]', (text, words, found) => {
    expect(marked(text, words)).toEqual(found);
    expect(containsFolded(text, words)).toBe(words === '' || found.length > 0);
  });
});

describe('alertWordField', () => {
  it.each([['가\u200b'], ['\ufdfa'.repeat(20)], ['Ａ']])('refuses %j [LIST-145]', (word) => {
    expect(z.safeParse(alertWordField, word).success).toBe(false);
  });
});

const TEXT = '자료구조 3주차 과제,\n제출은 Ｇｉｔ으로';

describe('several words', () => {
  it.each([
    ['자료구조 과제', true],
    ['과제  자료', true],
    ['git 과제', true],
    ['과제 3주', true],
    ['과제 실습', false],
    ['', true],
  ])('%j are each looked for, in any order: %s [LIST-146]', (words, isFound) => {
    expect(containsFolded(TEXT, words)).toBe(isFound);
  });

  it.each([
    ['3주차 과제', ['3주차 과제']],
    ['과제 자료', ['자료', '과제']],
    ['제 과제', ['과제', '제']],
    ['git 실습', ['Ｇｉｔ']],
    ['', []],
  ])('%j are marked together or else one by one [LIST-146]', (words, marked) => {
    expect(findFolded(TEXT, words).map(({ from, to }) => TEXT.slice(from, to))).toEqual(marked);
  });
});
