import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfArticle } from '../../../domain/sources/hashes.ts';
import { loadPage } from './pages.ts';
import { articlesIn, sourceOf } from './reading.fixture.ts';
import { titleOf } from './titles.ts';

const read = (html: string, selector = '.t') => {
  const $ = loadPage(`<table><tr>${html}</tr></table>`);
  return titleOf($, $(selector).first()).title;
};

/** Kind of site, cell or link of the title, title. */
const TITLES: [string, string, string][] = [
  [
    'K2Web',
    '<td class="t"><a class="artclLinkView"><strong>중간고사 안내</strong><span class="artclNew">새글</span></a></td>',
    '중간고사 안내',
  ],
  [
    'K2Web',
    '<td class="t"><a><strong> 휴학 신청</strong></a> <span class="new">새글</span><span class="file">첨부파일</span></td>',
    '휴학 신청',
  ],
  [
    'K2Web',
    '<td class="t"><a><span class="cate">[장학]</span> 국가장학금 <i class="ico-new">N</i></a></td>',
    '[장학] 국가장학금',
  ],
  ['K2Web', '<td class="t"><a>계절학기 <img src="new.gif" alt="새글"></a></td>', '계절학기'],
  [
    'GNUBoard',
    '<td class="t"><a class="bo_cate_link">[학사]</a> <a>수강 정정 <span class="sound_only">댓글</span><span class="cnt_cmt">3</span><span class="sound_only">개</span></a></td>',
    '[학사] 수강 정정',
  ],
  [
    'GNUBoard',
    '<td class="t"><a>졸업 사정 <span class="new_icon">N<span class="sound_only">새글</span></span><i class="fa fa-download"></i></a></td>',
    '졸업 사정',
  ],
  [
    'GNUBoard',
    '<td class="t"><a><i class="fa fa-lock"><span class="sound_only">비밀글</span></i> 문의합니다 <span class="hot_icon">H<i class="sound_only">인기글</i></span></a></td>',
    '문의합니다',
  ],
  [
    'KBoard',
    '<td class="t"><div class="kboard-default-cut-strings"><a>행사 안내 <span class="kboard-default-new-notify">New</span> <span class="kboard-comments-count">(3)</span></a></div></td>',
    '행사 안내',
  ],
  [
    'KBoard',
    '<td class="t"><div><img src="lock.png" alt="잠금">면담 신청 <span class="kboard-comments-count">(12)</span></div></td>',
    '면담 신청',
  ],
  [
    'XE',
    '<td class="t"><a>MT 참가 신청</a> <a href="#c" class="replyNum" title="댓글">5</a> <span class="extraimages"><img alt="file"></span></td>',
    'MT 참가 신청',
  ],
  [
    'Rhymix',
    '<td class="t"><a>졸업 작품전</a><a class="replyNum">[5]</a><span class="extraimages"><svg><title>새글</title></svg></span></td>',
    '졸업 작품전',
  ],
  [
    'Rhymix',
    '<td class="t"><span class="category">공모전</span> <a>소프트웨어 경진 대회</a> <em>[+2]</em></td>',
    '공모전 소프트웨어 경진 대회',
  ],
  ['eGov', '<td class="t"><a>교직 이수 <em>새 글</em></a></td>', '교직 이수'],
  ['eGov', '<td class="t"><a><span class="label">N</span>교환학생 모집</a></td>', '교환학생 모집'],
  [
    'eGov',
    '<td class="t"><a>시간표 변경</a><span class="blind">첨부파일 있음</span><span class="ico_file">hwp</span></td>',
    '시간표 변경',
  ],
  [
    'eGov',
    '<td class="t"><a>강의실 변경 <span>NEW</span></a> <span>HOT</span></td>',
    '강의실 변경',
  ],
  ['eGov', '<td class="t"><a>조교 모집 <b>[4]</b></a></td>', '조교 모집'],
  ['eGov', '<td class="t"><a>자리 배정 <span>댓글 3</span></a></td>', '자리 배정'],
  [
    'eGov',
    '<td class="t"><a>취업 특강 <span>댓글수 : 13개</span><span>조회 120</span></a></td>',
    '취업 특강',
  ],
  [
    'fonts',
    '<td class="t"><a><span class="material-icons">lock</span>성적 이의 신청</a></td>',
    '성적 이의 신청',
  ],
  [
    'Bootstrap',
    '<td class="t"><a>기숙사 신청 <span class="badge">N</span> <span class="visually-hidden">새 글</span></a></td>',
    '기숙사 신청',
  ],
  [
    'Bootstrap',
    '<td class="t"><span class="badge">장학</span> <a>교내 장학</a></td>',
    '장학 교내 장학',
  ],
  ['own text', '<td class="t"><a>수강신청 안내 (2)</a></td>', '수강신청 안내 (2)'],
  ['own text', '<td class="t"><a>대회 소식 [3]</a></td>', '대회 소식 [3]'],
  ['own text', '<td class="t"><a>What is NEW</a></td>', 'What is NEW'],
  [
    'own text',
    '<td class="t"><a><span class="subject">모집 공고 (1차)</span></a></td>',
    '모집 공고 (1차)',
  ],
  ['formatting', '<td class="t"><a><b>2026</b>학년도 <em>1</em>학기</a></td>', '2026학년도 1학기'],
  ['formatting', '<td class="t"><a><b>N</b>분 교실과 분반 <b>3</b></a></td>', 'N분 교실과 분반 3'],
  ['formatting', '<td class="t"><a>분반 안내 <strong>2</strong></a></td>', '분반 안내 2'],
  ['nothing else', '<td class="t"><a class="new">휴강</a></td>', '휴강'],
  [
    'nothing else',
    '<td class="t"><a><span class="blind">온라인 강의 안내</span></a></td>',
    '온라인 강의 안내',
  ],
  ['nothing else', '<td class="t"><a><span>NEW</span></a></td>', 'NEW'],
  [
    'own text',
    '<td class="t"><a><span class="postTitle">파일</span> 정리 요령</a></td>',
    '파일 정리 요령',
  ],
];

describe('the title of a row', () => {
  it.each(TITLES)('has no badges, but all of its own words: %s %s [SRC-166]', (_, html, title) => {
    expect(read(html)).toBe(title);
  });
});

describe('a list that is read again', () => {
  const config = sourceOf({
    type: 'html',
    list: { row: 'tr', title: '.t', id: { from: 'parameter', name: 'no' } },
  });
  const badges = fc.array(
    fc.constantFrom(
      ...[
        '<span class="new">새글</span>',
        '<i class="ico_new">N</i>',
        '<em>HOT</em>',
        '<b> [12]</b>',
      ],
      ...[
        '<span class="cnt_cmt">3</span>',
        '<span class="sound_only">첨부파일</span>',
        '<img alt="새글">',
      ],
    ),
    { maxLength: 4 },
  );
  const places = fc.array(
    fc.record({
      name: fc.constantFrom(
        'page',
        'pageIndex',
        'article.offset',
        'searchKeyword',
        'pagerOffset',
        'sca',
      ),
      value: fc.nat(99),
    }),
    { maxLength: 3 },
  );
  const page = (marks: readonly string[], at: readonly { name: string; value: number }[]) => {
    const place = at.map(({ name, value }) => `&amp;${name}=${value}`).join('');
    return `<table><tr><td class="t"><a href="/v?no=1${place}">[장학] 2차 모집 (2) ${marks.join(' ')}</a></td></tr></table>`;
  };

  it('has the same articles, whatever its page, badges and counters [SRC-171]', () => {
    const read = (html: string) => articlesIn(config, html).articles[0];
    const first = read(page([], []));
    fc.assert(
      fc.property(badges, places, (marks, at) => {
        const again = read(page(marks, at));
        expect(again?.title).toBe('[장학] 2차 모집 (2)');
        if (first === undefined || again === undefined) throw new Error('no article');
        expect(hashOfArticle(again, false)).toEqual(hashOfArticle(first, false));
      }),
    );
  });
});
