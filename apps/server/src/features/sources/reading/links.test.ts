import type { SourceConfig } from '@naru/contract/source-config';
import { describe, expect, it } from 'vitest';
import { articlesIn, errorIn, sourceOf } from './reading.fixture.ts';
import { readScript } from './scripts.ts';

const SITE = 'https://www.example.ac.kr';
const VIEW = `${SITE}/view?no={id}`;

const listOf = (id: object | undefined, pageUrl?: string, list: object = {}): SourceConfig =>
  sourceOf({
    type: 'html',
    list: { row: '.row', title: '.t', ...(id !== undefined && { id }), ...list },
    ...(pageUrl !== undefined && { pageUrl }),
  });
const CALL = { from: 'call' } as const;
const call = (name: string, argument = 1) => ({ from: 'call', name, argument });
const link = (attributes: string) => `<li class="row"><a class="t" ${attributes}>글</a></li>`;
const quoted = (text: string) => text.replaceAll('"', '&quot;');

/** Way, row, where the id is, `pageUrl`, the id and the address below the site. */
type Way = [string, string, object | undefined, string | undefined, string, string];

const WAYS: Way[] = [
  [
    'an address',
    link('href="/view?no=7#top"'),
    undefined,
    undefined,
    `${SITE}/view?no=7`,
    '/view?no=7',
  ],
  [
    'a parameter',
    link('href="?mode=view&amp;articleNo=7"'),
    { from: 'parameter', name: 'articleNo' },
    undefined,
    '7',
    '/board/list.do?mode=view&articleNo=7',
  ],
  [
    'a part of the path',
    link('href="/bbs/cs/12/7/artclView.do"'),
    { from: 'segment', position: 2 },
    undefined,
    '7',
    '/bbs/cs/12/7/artclView.do',
  ],
  [
    'a call in onclick',
    link(`href="#" onclick="fnView('7','N');return false;"`),
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a call behind void(0)',
    link(`href="javascript:void(0);" onclick="goView('7','N');"`),
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  ['a call in the address', link(`href="javascript:goView(7)"`), CALL, VIEW, '7', '/view?no=7'],
  [
    'an encoded call in the address',
    link(`href="javascript:view(%27B1%27,%20%277%27)"`),
    { ...CALL, argument: 2 },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a call behind other statements',
    link(
      `onclick="event.preventDefault(); if (confirm('열까요?')) { board.goView('7'); } return false"`,
    ),
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a call with this',
    link(`onclick="return goView(this, '7', true)"`),
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a call with an object',
    link(`onclick="goView({bbsId: 'B1', 'nttId': '7'})"`),
    { ...CALL, argument: 2 },
    `${SITE}/{bbsId}/view?no={nttId}`,
    '7',
    '/B1/view?no=7',
  ],
  [
    'nested calls',
    link(`onclick="setTimeout(function () { open_view(encodeURIComponent('7')) }, 10)"`),
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'the second of two calls',
    link(`onclick="setTab('1'); fnc.goView('B','7')"`),
    call('goView', 2),
    `${SITE}/{1}?no={2}`,
    '7',
    '/B?no=7',
  ],
  [
    'entities in a call',
    link('onclick="goView(&#39;7&#39;, &amp;quot;a&amp;quot;)"'),
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  ['a broken call', link(`onclick="goView('7', 'N'"`), CALL, VIEW, '7', '/view?no=7'],
  [
    'location.href',
    link(`href="#" onclick="location.href='/view?no=7'"`),
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/view?no=7',
  ],
  [
    'document.location with a sum',
    link(`href="javascript:document.location = '/view?no=' + 7 + '&p=1';"`),
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/view?no=7&p=1',
  ],
  [
    'location.replace',
    link(`onclick="window.location.replace('view?no=7')"`),
    undefined,
    undefined,
    `${SITE}/board/view?no=7`,
    '/board/view?no=7',
  ],
  [
    'location.assign',
    link(`onclick='self.location.assign("/v/7")'`),
    { from: 'segment', position: 1 },
    undefined,
    '7',
    '/v/7',
  ],
  [
    'window.open',
    link(`href="#none" onclick="window.open('/pop?no=7','p','width=400'); return false"`),
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/pop?no=7',
  ],
  [
    'a data attribute',
    link('href="#" data-id="7"'),
    { from: 'attribute', name: 'data-id' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'JSON in a data attribute',
    link(`href="javascript:;" data-params="${quoted('{"bbsNo":"3","nttNo":"7"}')}"`),
    { from: 'attribute', name: 'data-params', path: 'nttNo' },
    `${SITE}/{bbsNo}/view?no={nttNo}`,
    '7',
    '/3/view?no=7',
  ],
  [
    'nested JSON in a data attribute of the row',
    `<li class="row" data-row='{"a":[{"no":7}]}'><a class="t" href="#">글</a></li>`,
    { from: 'attribute', name: 'data-row', path: 'a.0.no' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'an object in a data attribute',
    link(`data-opt="{ bbs: 'B', no: 7 }"`),
    { from: 'attribute', name: 'data-opt', path: 'no' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'pairs in a data attribute',
    link('data-param="bbs=B&amp;no=7"'),
    { from: 'attribute', name: 'data-param', path: 'no' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'data attributes by their names',
    link('data-ntt-no="7" data-board="B"'),
    { from: 'attribute', name: 'data-ntt-no' },
    `${SITE}/{board}?no={nttNo}`,
    '7',
    '/B?no=7',
  ],
  [
    'an address in a data attribute',
    `<li class="row" data-href="/view?no=7"><b class="t">글</b></li>`,
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/view?no=7',
  ],
  [
    'a data attribute beside a key',
    link('href="javascript:" data-id="7" data-url="a1b2"'),
    { from: 'attribute', name: 'data-id' },
    `${SITE}/view?no={id}&key={url}`,
    '7',
    '/view?no=7&key=a1b2',
  ],
  [
    'a hidden input',
    '<li class="row"><a class="t" href="#">글</a><input type="hidden" name="nttId" value="7"></li>',
    { from: 'input', name: 'nttId' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a checkbox of the row',
    '<li class="row"><input type="checkbox" name="chk" value="7"><a class="t" href="#">글</a></li>',
    { from: 'input', name: 'chk' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a form that is posted',
    '<li class="row"><form method="post" action="/view"><input type="hidden" name="bbs" value="B"><input type="hidden" name="no" value="7"><button class="t">글</button></form></li>',
    { from: 'input', name: 'no' },
    `${SITE}/view?bbs={bbs}&no={no}`,
    '7',
    '/view?bbs=B&no=7',
  ],
  [
    'a form that is an address',
    '<li class="row"><form action="/view"><input type="hidden" name="no" value="7"><button class="t">글</button></form></li>',
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/view?no=7',
  ],
  [
    'the value of a button',
    '<li class="row"><button class="t" name="no" value="7">글</button></li>',
    { from: 'input', name: 'no' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'the address of a button',
    '<li class="row"><button class="t" formaction="/view?no=7">글</button></li>',
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/view?no=7',
  ],
  [
    'a form around the row',
    '<form><input type="hidden" name="bbs" value="B"><li class="row"><a class="t" onclick="go(7)">글</a></li></form>',
    CALL,
    `${SITE}/view?bbs={bbs}&no={id}`,
    '7',
    '/view?bbs=B&no=7',
  ],
  [
    'a field that a script sets',
    link(`onclick="document.frm.nttId.value='7'; document.frm.submit();"`),
    { from: 'input', name: 'nttId' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a field that jQuery sets',
    link(`onclick="$('#nttId').val('7'); $('#frm').submit();"`),
    { from: 'input', name: 'nttId' },
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'onclick of the row',
    `<li class="row" onclick="goView('7')"><span class="t">글</span></li>`,
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'onclick of a cell around a dead link',
    `<li class="row"><div onclick="goView('7')"><a class="t" href="#">글</a></div></li>`,
    CALL,
    VIEW,
    '7',
    '/view?no=7',
  ],
  [
    'a link beside the title',
    '<li class="row"><b class="t">글</b><a href="/view?no=7">보기</a></li>',
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/view?no=7',
  ],
  [
    'a link around the row',
    '<a href="/view?no=7"><p class="row"><b class="t">글</b></p></a>',
    { from: 'parameter', name: 'no' },
    undefined,
    '7',
    '/view?no=7',
  ],
  [
    'a parameter in another address',
    link('href="/list?bbs=B&amp;no=7"'),
    { from: 'parameter', name: 'no' },
    `${SITE}/{bbs}/{no}`,
    '7',
    '/B/7',
  ],
];

describe('a link to an article', () => {
  it.each(WAYS)('is %s [SRC-164]', (_, row, id, pageUrl, sourceId, path) => {
    const { articles, faults } = articlesIn(listOf(id, pageUrl), `<ul>${row}</ul>`);
    expect({ articles, faults }).toMatchObject({
      articles: [{ sourceId, targetUrl: SITE + path }],
      faults: [],
    });
  });

  it('reads as many values from a hostile script as from any other, and ends [SRC-164]', () => {
    for (const part of ["'", '(', "f('", '{a:', '+', "'a'+", '/*', '`', 'f(1,', '\\']) {
      const { calls } = readScript(part.repeat(100_000));
      expect(calls.length).toBeLessThan(2000);
    }
    expect(readScript('/* goView(1) */ goView(2)').calls).toEqual([
      { name: 'goView', values: ['2'] },
    ]);
  });
});

describe('a link that is configured wrongly', () => {
  const rows = (...links: string[]) => `<ul>${links.join('')}</ul>`;
  const titled = (title: string, attributes: string) =>
    link(attributes).replace('>글<', `>${title}<`);
  const goView = (title: string, no: number) => titled(title, `onclick="goView('N', '${no}')"`);

  it.each([
    ['one', [goView('글', 1)]],
    ['two', [goView('글', 1), goView('안내', 2)]],
    ['three', [goView('글', 1), goView('안내', 2), goView('소식', 3)]],
    ['nine', [1, 2, 3, 4, 5, 6, 7, 8, 9].map((no) => goView(`제${no}호`, no))],
  ])('is refused when all articles have one id: %s [SRC-165]', (_, links) => {
    const error = errorIn(listOf(CALL, VIEW), rows(...links));
    expect(error).toMatchObject({ code: 'LAYOUT_CHANGED' });
    expect(error?.message).toContain(
      links.length === 1 ? '글 번호(N)' : '‘goView’의 2번째 값은 글마다 다릅니다.',
    );
    expect(articlesIn(listOf({ ...CALL, argument: 2 }, VIEW), rows(...links)).faults).toEqual([]);
  });

  it('names the article that has the id of another one [SRC-165]', () => {
    const config = listOf({ from: 'parameter', name: 'no' });
    const links = [
      titled('글', 'href="?no=1"'),
      titled('안내', 'href="?no=1"'),
      titled('소식', 'href="?no=2"'),
    ];
    const { articles, faults } = articlesIn(config, rows(...links));
    expect(articles).toHaveLength(2);
    expect(faults).toEqual([{ place: '안내', message: expect.stringContaining('번호가 같아') }]);
  });

  it.each([
    ['href="#" onclick="goView(1)"', undefined, undefined, '스크립트 ‘goView’'],
    ['', undefined, undefined, '제목 자리에 링크가'],
    ['href="?a=1&amp;b=2"', { from: 'parameter', name: 'no' }, undefined, '매개변수: a, b'],
    [
      'href="javascript:goView(1)"',
      { from: 'segment', position: 5 },
      undefined,
      '스크립트 ‘goView’',
    ],
    ['href="/a/b"', { from: 'segment', position: 5 }, undefined, '조각: 2개'],
    ['onclick="goView(1)"', { ...CALL, argument: 3 }, VIEW, '‘goView’의 값은 1개'],
    ['onclick="goView(1)"', call('fnView'), VIEW, '스크립트: goView'],
    ['data-no="1"', { from: 'attribute', name: 'data-id' }, VIEW, '속성: data-no'],
    ['href="#"', { from: 'input', name: 'nttId' }, VIEW, '‘nttId’ 입력란'],
    ['onclick="goView(1)"', CALL, undefined, '글 주소의 모양(pageUrl)을 적어'],
    ['onclick="goView(1)"', CALL, `${SITE}/{bbsNo}/{id}`, '{bbsNo} 값이'],
  ])('says what to change: %s %o [SRC-165]', (attributes, id, pageUrl, part) => {
    const error = errorIn(listOf(id, pageUrl), rows(link(attributes)));
    expect(error).toMatchObject({ code: 'LAYOUT_CHANGED', message: expect.stringContaining(part) });
  });
});
