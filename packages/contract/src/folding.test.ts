import { describe, expect, it } from 'vitest';
import { containsFolded, findFolded } from './folding.ts';

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
