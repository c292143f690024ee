import { expect, it } from 'vitest';
import { distinctiveWords } from './similar-words.ts';

it.each([
  ['네트워크 과제 제출은 언제까지 하나요?', ['네트워크', '과제', '제출']],
  ['도서관에서 노트북을 빌릴 수 있나요', ['도서관', '노트북', '빌릴']],
  ['C++ 포인터가 어렵습니다', ['어렵습니다', 'c++', '포인터']],
  ['졸업 졸업 졸업은', ['졸업']],
  ['질문 있습니다', []],
  ['?? !!', []],
  ['', []],
])('%j is about %j [POST-258]', (title, words) => {
  expect(distinctiveWords(title)).toEqual(words);
});

it('looks up four words at most, the longest ones [POST-258]', () => {
  const words = distinctiveWords('운영체제 자료구조 알고리즘설계 데이터베이스 물리 화학');
  expect(words).toEqual(['알고리즘설계', '데이터베이스', '운영체제', '자료구조']);
});
