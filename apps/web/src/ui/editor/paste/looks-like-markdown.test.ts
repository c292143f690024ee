import { expect, it } from 'vitest';
import { looksLikeMarkdown } from './looks-like-markdown.ts';

it.each([
  ['```js\nlet a;\n```', true],
  ['가\n\n| a | b |\n|---|:--:|\n| 1 | 2 |', true],
  ['a | b\n--- | ---', true],
  ['**굵게** 쓴 글', true],
  ['[학과](https://naru.example/a)', true],
  ['가\n  - [x] 한 일', true],
  ['$$\nx\n$$', true],
  ['# 제목\n글', true],
  ['글\n \n## 제목\n글', true],
  ['글\n# 제목이 아닌 줄', false],
  ['# 주석\nimport a', false],
  ['- 하나\n- 둘', false],
  ['가 | 나\n---\n다', false],
  ['2 ** 3 ** 4', false],
])('%j: %s [POST-17]', (text, isMarkdown) => {
  expect(looksLikeMarkdown(text)).toBe(isMarkdown);
});

it('reads white space and marks of any length in linear time [POST-17]', () => {
  const units = ['\n', ' ', '\t\n', ' \n', '|', '| ', '-', '--- |', '**', '[a', '#\n', '\n#'];
  const { user } = process.cpuUsage();
  for (const unit of units) looksLikeMarkdown(`${unit.repeat(20_000 / unit.length)}x`);
  expect((process.cpuUsage().user - user) / 1000).toBeLessThan(1000);
});
