import { describe, expect, it } from 'vitest';
import { possibleNames, splitMentions } from './mentions.ts';

const people = [{ name: '등대' }, { name: '등대지기' }, { name: 'Harbor' }];
const namedIn = (text: string) =>
  splitMentions(text, people).flatMap(({ person }) => person?.name ?? []);

describe('splitMentions', () => {
  it.each(['me@등대', 'a.b+c@Harbor.example', 'https://a.example/@등대', '@', '@ 등대', '등대'])(
    'finds nobody in %j [COMM-97]',
    (text) => {
      expect(namedIn(text)).toEqual([]);
    },
  );

  it.each([
    ['@등대님 @등대지기에게', ['등대', '등대지기']],
    ['저는@등대', ['등대']],
    ['(@HARBOR)', ['Harbor']],
    ['@등대@등대', ['등대', '등대']],
  ])('finds those named in %j, the longest name first [COMM-97]', (text, names) => {
    expect(namedIn(text)).toEqual(names);
  });

  it('keeps every character of the text', () => {
    const text = '앞 @등대님,\n@없음 뒤';
    expect(splitMentions(text, people).map((part) => part.text)).toEqual([
      '앞 ',
      '@등대',
      '님,\n@없음 뒤',
    ]);
  });
});

describe('possibleNames', () => {
  it('has the beginnings of at most ten letters of 20 places', () => {
    expect(possibleNames('@등대님 안녕')).toEqual(['등', '등대', '등대님']);
    expect(possibleNames(`@${'가'.repeat(30)}`)).toHaveLength(10);
    const many = Array.from({ length: 30 }, (_, at) => `@${at + 100}`).join(' ');
    expect(possibleNames(many).filter((name) => name.length === 3)).toHaveLength(20);
  });
});
