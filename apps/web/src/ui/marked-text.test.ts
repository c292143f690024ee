import { expect, it } from 'vitest';
import { splitByWords } from './marked-text.tsx';

it.each([
  ['등대와 등대', '등대', ['', '등대', '와 ', '등대', '']],
  ['PyTorch', 'torch', ['Py', 'Torch', '']],
  ['100% (c:\\)', '(c:\\', ['100% ', '(c:\\', ')']],
  ['a-b/c', '-b/', ['a', '-b/', 'c']],
  ['없음', '등대', ['없음']],
  ['빈 말', '', ['빈 말']],
])('splits %j at %j [LIST-131]', (text, words, parts) => {
  expect(splitByWords(text, words)).toEqual(parts);
});
