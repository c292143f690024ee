import { expect, it } from 'vitest';
import { searchedText } from './searched-text.ts';

it.each([
  ['장ㅎ', '장'],
  ['장하', '장하'],
  ['장학', '장학'],
  ['장학ㄱ', '장학'],
  ['ㅈㅎㄱ', 'ㅈㅎㄱ'],
  ['ㅋㅋ', 'ㅋㅋ'],
  ['한글 ㅎ', '한글 ㅎ'],
])('asks for %j as %j [UI-332]', (typed, asked) => {
  expect(searchedText(typed)).toBe(asked);
});
