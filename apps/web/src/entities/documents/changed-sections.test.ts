import { expect, it } from 'vitest';
import { changedSections } from './changed-sections.ts';

const BEFORE = '머리글\n## 목적\n하나\n- 둘\n\n## 회원\n셋\n## 끝\n넷';

it.each([
  ['nothing', BEFORE, []],
  ['nothing but spaces', `${BEFORE.replaceAll('\n', '  \n')}\n\n`, []],
  [
    'a line',
    BEFORE.replace('- 둘', '- 둘째'),
    [{ title: '목적', removed: ['- 둘'], added: ['- 둘째'] }],
  ],
  [
    'a section that comes and one that goes',
    BEFORE.replace('## 끝\n넷', '## 새로\n다섯').replace('머리글\n', ''),
    [
      { title: '새로', removed: [], added: ['다섯'] },
      { title: '', removed: ['머리글'], added: [] },
      { title: '끝', removed: ['넷'], added: [] },
    ],
  ],
  [
    'a line that moves to another section',
    '머리글\n## 목적\n하나\n## 회원\n셋\n- 둘\n## 끝\n넷',
    [
      { title: '목적', removed: ['- 둘'], added: [] },
      { title: '회원', removed: [], added: ['- 둘'] },
    ],
  ],
])('finds %s [PRIV-194]', (_what, after, sections) => {
  expect(changedSections(BEFORE, after)).toEqual(sections);
});
