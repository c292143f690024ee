import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';
import { mentionsIn, possibleNames, typedMention } from './mentions.ts';

const people = ['등대', '등대지기', 'Harbor', 'py', 'over', 'app', '해달2', 'ㅎㅎ'].map((name) => ({
  name,
}));
const namedIn = (text: string) => mentionsIn(text, people).map(({ person }) => person.name);

describe('mentionsIn', () => {
  it.each([
    ['addresses', ['me@등대', 'a.b+c@Harbor.example', 'https://a.example/@등대']],
    ['no name behind the sign', ['@', '@ 등대', '등대', '@없음']],
    [
      'longer Latin words',
      ['@python', '@Override', '@harbors', '@HarborMaster님', '@py3', '@over9000'],
    ],
    ['longer Korean words', ['@등대섬에서', '@등대지', '@등대모임은', '@해달23', '@해달']],
    ['words that go on in other letters', ['@py_test', '@pyé', '@Harbor海', '@py\u0301']],
    [
      'decorators',
      ['@pytest.fixture', '@app.route("/")', '@app("a")', '@py()', '@py-dev/core', '@py:x'],
    ],
    [
      'decorators of a line',
      ['@py\ndef a():', '  @over\n  public void run()', '@app(1)\n@other\nclass A'],
    ],
    [
      'code',
      ['`@py`', '`a` `@py` b', '``a ` @py``', '```\n@등대\n```', '```js\n@py', '~~~\n@py\n~~~'],
    ],
    ['indented code', ['    @등대', '\t@py 님']],
    ['quotes', ['> @등대님 안녕', '>@py', ' > > @Harbor']],
  ])('finds nobody in %s [COMM-97]', (_kind, texts) => {
    expect(texts.filter((text) => namedIn(text).length > 0)).toEqual([]);
  });

  it.each([
    ['@등대님 @등대지기에게', ['등대', '등대지기']],
    ['저는@등대', ['등대']],
    ['(@HARBOR)', ['Harbor']],
    ['@등대@등대', ['등대', '등대']],
    ['@py, @over. @app! (@Harbor) @해달2·@등대', ['py', 'over', 'app', 'Harbor', '해달2', '등대']],
    ['@py님이랑 @Harbor가 @over씨께서는', ['py', 'Harbor', 'over']],
    ['@등대ㅋㅋ @ㅎㅎㅎㅎ', ['등대', 'ㅎㅎ']],
    ['`a` @py `b', ['py']],
    ['> 인용\n@등대 답', ['등대']],
    ['```\n@py\n```\n@등대', ['등대']],
    ['@py\n안녕하세요', ['py']],
  ])('finds those named in %j, the longest name first [COMM-97]', (text, names) => {
    expect(namedIn(text)).toEqual(names);
  });

  const names = ['등대', '나루터', '달', 'py', 'Over', 'a1', '가2b'];
  const endings = [
    '님',
    '씨',
    '이',
    '가',
    '은',
    '는',
    '을',
    '를',
    '에게',
    '님께서는',
    '님들도',
    '랑',
    '과',
    '한테만',
    '',
  ];
  it('finds each name with each ending, and none of its beginnings [COMM-97]', () => {
    for (const name of names) {
      const parts = [...name].map((_, at) => ({ name: name.slice(0, at) })).slice(1);
      const found = endings.map((ending) =>
        mentionsIn(`네 @${name}${ending}, 고마워요`, [...parts, { name }]).map(
          ({ person }) => person.name,
        ),
      );
      expect(found).toEqual(endings.map(() => [name]));
      if (/^[A-Za-z0-9]+$/.test(name)) expect(mentionsIn(`@${name}`, parts)).toEqual([]);
    }
  });

  it('names the places in the text itself [COMM-97]', () => {
    const text = '`코드` 앞 @등대님,\n> 인용\n@HARBOR 뒤';
    expect(mentionsIn(text, people).map(({ from, to }) => text.slice(from, to))).toEqual([
      '@등대',
      '@HARBOR',
    ]);
  });

  it('takes little time for hostile texts [HTML-26]', () => {
    const hostile = ['`', '```\n', '@', '@가', '@이가이가이가', '@py(', '> ', '@a.', '(('];
    const began = performance.now();
    for (const text of hostile) mentionsIn(text.repeat(3_000), people);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('possibleNames', () => {
  it('has what may stand before an ending, of 20 places [COMM-97]', () => {
    expect(possibleNames('@등대님 안녕')).toEqual(['등대', '등대님']);
    expect(possibleNames('@Python으로')).toEqual(['python', 'python으', 'python으로']);
    expect(possibleNames(`@${'a'.repeat(LIMITS.nicknameMax + 1)}`)).toEqual([]);
    const many = Array.from({ length: 30 }, (_, at) => `@${at + 100}`).join(' ');
    expect(possibleNames(many)).toHaveLength(20);
  });
});

describe('typedMention', () => {
  it.each([
    ['안녕 @등', '등'],
    ['@', ''],
    ['a@b', null],
    ['`@py', null],
    ['`a` @py', 'py'],
    ['> @등', null],
    ['```\n@py', null],
  ])('of %j is %j [COMM-99]', (text, typed) => {
    expect(typedMention(text)).toBe(typed);
  });
});
