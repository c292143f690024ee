import { LIMITS } from '@naru/contract/limits';
import { describe, expect, it } from 'vitest';
import { turnsGiven } from '../../testing/cpu-time.ts';
import { findDisallowed } from '../posts/disallowed.fixture.ts';
import { HOSTILE } from '../posts/vectors.fixture.ts';
import type { SourceArticle } from './article.ts';
import { LOOKED_AT, toPostHtml } from './foreign-html.ts';
import { readArticle } from './read-article.ts';

const PAGE = 'https://www.example.ac.kr/bbs/board/view.do?nttId=7';

const article = (more: Partial<SourceArticle> = {}): SourceArticle => ({
  sourceId: '7',
  title: '수강신청 안내',
  content: '<p>내용</p>',
  targetUrl: PAGE,
  publishedAt: null,
  isPinned: false,
  attachments: [],
  ...more,
});
const htmlOf = async (content: string, more: Partial<SourceArticle> = {}) =>
  (await readArticle(article({ content, ...more }))).content.html;
const link = (href: string, text: string) =>
  `<a href="${href}" rel="noopener noreferrer nofollow ugc" target="_blank">${text}</a>`;

describe('the text of an article', () => {
  it.each([
    ['<div><div>가</div><div>나</div></div>', '<p>가</p><p>나</p>'],
    [
      '<div>앞<table><tr><td>칸</td></tr></table>뒤</div>',
      '<p>앞</p><table><tr><td>칸</td></tr></table><p>뒤</p>',
    ],
    ['<h1>큰 제목</h1><h5>작은 제목</h5>', '<h2>큰 제목</h2><h3>작은 제목</h3>'],
    ['<p>&nbsp;</p><p>가</p><p><br></p>', '<p>가</p>'],
    ['<dl><dt>기간</dt><dd>3일</dd></dl>', '<p>기간</p><p>3일</p>'],
    [
      '<table class="x" style="width:9px"><tbody><tr><td colspan="2"><div>1차</div></td></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2"><p>1차</p></td></tr></tbody></table>',
    ],
    [
      '<div onclick="x()">가<script>alert(1)</script><iframe src="//e.example"></iframe></div>',
      '<p>가</p>',
    ],
  ])('%s becomes %s [IMPORT-03]', async (source, html) => {
    expect(await htmlOf(source)).toBe(html);
  });

  it.each([
    [
      '<table><tr><td>이름</td><td style="display:none">010-0000-0000</td></tr><tr style="display:none"><td>숨긴 줄</td><td></td></tr></table>',
      '<table><tr><td>이름</td></tr></table>',
    ],
    [
      '<p>앞<span style="display:none">숨김</span><span hidden>2</span><span style="visibility:hidden">3</span><span style="mso-hide:all;display:none">4<img src="a.png"></span>뒤</p>',
      '<p>앞뒤</p>',
    ],
    [
      '<table><colgroup><col width="80"><col width=0 style="display:none"></colgroup><tr><th colspan="2">명단</th></tr><tr><td rowspan="2">1조</td><td>010</td></tr><tr><td>011</td></tr></table>',
      '<table><colgroup><col width="80" /></colgroup><tr><th>명단</th></tr><tr><td rowspan="2">1조</td></tr><tr></tr></table>',
    ],
    [
      '<table><tr><td width="0">학번</td><td>이름</td><td style="visibility: hidden">a<b>b</b></td></tr></table>',
      '<table><tr><td>이름</td><td></td></tr></table>',
    ],
    ['<p style="overflow:hidden">보임</p>', '<p>보임</p>'],
  ])('has only what the page shows: %s becomes %s [IMPORT-03]', async (content, html) => {
    expect(await htmlOf(content)).toBe(html);
    const long = await toPostHtml(`${content}<p class="${'x'.repeat(60_000)}">끝</p>`, PAGE);
    expect(long.html).toBe(`${html}<p>끝</p>`);
  });

  it('has absolute addresses without the session of the visitor [IMPORT-03]', async () => {
    expect(await htmlOf('<p><a href="/down.do;jsessionid=A1.w?no=3">신청서</a></p>')).toBe(
      `<p>${link('https://www.example.ac.kr/down.do?no=3', '신청서')}</p>`,
    );
    expect(await htmlOf('<p><a href="javascript:down(3)">신청서</a></p>')).toBe(
      '<p><a>신청서</a></p>',
    );
    expect(await htmlOf('<p><a href="view.do?nttId=8">다음</a></p>')).toContain(
      '"https://www.example.ac.kr/bbs/board/view.do?nttId=8"',
    );
  });

  it('has links to pictures, none of which the page loads [IMPORT-03]', async () => {
    expect(await htmlOf('<p><img src="/img/a.png" alt="포스터"><img src="b.jpg"></p>')).toBe(
      `<p>${link('https://www.example.ac.kr/img/a.png', '사진 보기: 포스터')} ${link(
        'https://www.example.ac.kr/bbs/board/b.jpg',
        '사진 보기',
      )}</p>`,
    );
    const linked = await htmlOf('<p><a href="/a"><img src="/files/abc.webp"></a></p>');
    expect(linked).toContain('<span>[사진 보기]</span></a>');
    expect(await htmlOf('<p>가<img src="data:image/png;base64,AAAA"></p>')).not.toContain('base64');
  });

  it('ends with links to its files [IMPORT-03]', async () => {
    const attachments = [
      { name: '신청서 "양식".hwp', url: '/file?a=1&b=2' },
      { name: '\u200b', url: 'https://files.example.ac.kr/2' },
      { name: '나쁜 것', url: 'javascript:alert(1)' },
    ];
    const { content } = await readArticle(article({ attachments }));
    expect(content.html).toBe(
      `<p>내용</p><p><strong>첨부 파일</strong></p><ul><li><p>${link(
        'https://www.example.ac.kr/file?a=1&amp;b=2',
        '신청서 "양식".hwp',
      )}</p></li><li><p>${link('https://files.example.ac.kr/2', '첨부 파일')}</p></li></ul>`,
    );
    expect(content.text).toContain('신청서 "양식".hwp');
  });

  it('refers to the original when there is none [IMPORT-03]', async () => {
    for (const content of ['', '<p> </p>', '<script>x</script>', '\u200b']) {
      expect(await htmlOf(content)).toBe('<p>자세한 내용은 원문에서 확인해 주세요.</p>');
    }
  });

  it('stores nothing hostile [IMPORT-03]', async () => {
    // Each third is enough: the sanitiser of posts has seen all.
    for (const content of HOSTILE.filter((_, at) => at % 3 === 0)) {
      const { content: clean } = await readArticle(article({ content }));
      expect(findDisallowed(clean.html), content).toEqual([]);
    }
  });

  it('is cut where it is too long, with its files and a sentence about it [IMPORT-03]', async () => {
    const attachments = [{ name: '전체.pdf', url: '/all.pdf' }];
    const content = `<div>${'<p>가나다라</p>'.repeat(5_000)}</div>`;
    const { content: clean, note } = await readArticle(article({ content, attachments }));
    expect(note).toBe('본문이 길어 일부만 옮겼습니다.');
    expect(Buffer.byteLength(clean.html)).toBeLessThanOrEqual(LIMITS.contentMaxBytes);
    expect(Buffer.byteLength(clean.html)).toBeGreaterThan(LIMITS.contentMaxBytes * 0.9);
    expect(clean.text).toMatch(
      /일부만 옮겼습니다\. 자세한 내용은 원문에서 확인해 주세요\.\n첨부 파일\n전체\.pdf$/,
    );
  });

  it('is cut inside of a long line, too [IMPORT-03]', async () => {
    const { content: clean } = await readArticle(article({ content: '가&'.repeat(24_000) }));
    expect(Buffer.byteLength(clean.html)).toBeLessThanOrEqual(LIMITS.contentMaxBytes);
    expect(clean.text).toMatch(/^(가&){6000,}가?…\n본문이 길어/);
  });

  it.each([
    ['links', '<a href=1>가</a>'],
    ['pictures', '<img src=1>'],
  ])(
    'is cut where short %s have long addresses, before they fill the memory [IMPORT-07]',
    async (_, tag) => {
      const targetUrl = `https://www.example.ac.kr/${'a'.repeat(1_900)}/`;
      const short = await toPostHtml(tag.repeat(20), targetUrl);
      expect([short.isCut, short.html.split('href=').length - 1]).toEqual([false, 20]);
      const long = await toPostHtml(tag.repeat(3_000), targetUrl);
      expect(long.isCut).toBe(true);
      expect(long.html.split('href=').length - 1).toBeLessThan(40);
      const { content, note } = await readArticle(
        article({ content: tag.repeat(3_000), targetUrl }),
      );
      expect(note).toBe('본문이 길어 일부만 옮겼습니다.');
      expect(Buffer.byteLength(content.html)).toBeLessThanOrEqual(LIMITS.contentMaxBytes);
    },
  );

  it('is short once styles and pictures inside of it are gone [IMPORT-03]', async () => {
    const picture = `<img src="data:image/png;base64,${'A'.repeat(400_000)}">`;
    const styled = '<span style="font-family:바탕;mso-x:1" lang="EN-US">글</span>'.repeat(2_000);
    const { content, note } = await readArticle(
      article({ content: `<p>${picture}${styled}끝</p>` }),
    );
    expect([note, content.text]).toEqual([null, `[사진 보기]${'글'.repeat(2_000)}끝`]);
  });

  it.each([
    ['too deep', '<ul><li>'.repeat(80), '서식이 너무 복잡합니다'],
    [
      'a table too large',
      `<table>${'<tr><td colspan="100">1</td></tr>'.repeat(51)}</table>`,
      '칸이 너무 많습니다',
    ],
    ['stacked marks', `<p>e${'\u0301'.repeat(40)}</p>`, '기호가 너무 많습니다'],
  ])('%s is replaced by a reference to the original [IMPORT-03]', async (_, content, reason) => {
    const read = await readArticle(article({ content }));
    expect(read.content.html).toBe('<p>자세한 내용은 원문에서 확인해 주세요.</p>');
    expect(read.note).toContain('본문을 옮기지 못해');
    expect(read.note).toContain(reason);
  });
});

describe('the title of an article', () => {
  it.each([
    ['one line', ' 수강\n 신청 ', '수강 신청'],
    ['free of what cannot be stored', '\ud800수강\0신청', '수강신청'],
    ['100 characters long', '가'.repeat(100), '가'.repeat(100)],
    ['cut beyond', '가'.repeat(101), `${'가'.repeat(99)}…`],
    ['cut from 2 MB', '가'.repeat(2_000_000), `${'가'.repeat(99)}…`],
    ['plain text', '<b>굵게</b>', '<b>굵게</b>'],
  ])('is %s [IMPORT-03]', async (_, source, title) => {
    expect((await readArticle(article({ title: source }))).title).toBe(title);
  });

  it('and a usable address are needed [IMPORT-03]', async () => {
    await expect(readArticle(article({ title: ' \u200b' }))).rejects.toThrow('제목이 없습니다.');
    for (const targetUrl of [
      '',
      '/view.do',
      'ftp://a.example/',
      `https://a.example/${'a'.repeat(2_000)}`,
    ]) {
      await expect(readArticle(article({ targetUrl }))).rejects.toThrow('원문 주소가');
    }
  });
});

it.each([
  ['large', 2, `<p>${'<b class="a">가</b> '.repeat(400_000)}</p>`],
  // The rest of this one is short, and cleaned at once.
  ['broken', 1, '<div><p'.repeat(1_000_000)],
  ['of attributes', 2, `<p ${'style="a" '.repeat(800_000)}>가</p>`],
  ['of addresses', 2, 'data:'.repeat(2_000_000)],
])(
  'of an article of 10 MB that is %s a tenth is looked at, and others get turns meanwhile [IMPORT-07]',
  async (_, turns, content) => {
    const whole = readArticle(article({ content }));
    expect(await turnsGiven(whole)).toBeGreaterThanOrEqual(turns);
    const tenth = await readArticle(article({ content: content.slice(0, LOOKED_AT + 1) }));
    expect(await whole).toEqual(tenth);
  },
);
