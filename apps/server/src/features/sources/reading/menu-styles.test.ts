import { describe, expect, it } from 'vitest';
import { errorIn, menusIn, sourceOf } from './reading.fixture.ts';

const source = (more: object = {}) => sourceOf({ type: 'menu-table', cafeteria: 'staff', ...more });
const STUDENT = source({ cafeteria: 'student' });
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (...rows: string[]) => `<table>${rows.join('')}</table>`;
const full = (text: string, width = 6) => `<tr><td colspan="${width}">${text}</td></tr>`;
const DAYS = ['11/23(월)', '11/24(화)', '11/25(수)', '11/26(목)', '11/27(금)'];
/** What each day has, shortened: `23 LUNCH: 밥, 국`. */
const shown = (page: string, config = source()) =>
  menusIn(config, page).days.map(({ date, state, dishes }) => {
    const lists = Object.entries(dishes).map(([meal, list]) => `${meal}: ${list.join(', ')}`);
    return [date.slice(8), ...(state === 'CLOSED' ? ['CLOSED'] : lists)].join(' ');
  });

describe('the styles of menus', () => {
  it('columns by day, with the usual meals [SRC-269]', () => {
    const page = `<h3>주간 식단</h3>${table(
      row('구분', ...DAYS),
      row('조식<br>08:00~09:00', '죽', '빵', '죽', '빵', '죽'),
      row(
        '중식',
        '쌀밥<br>미역국',
        '<ul><li>카레</li><li>(1,2,5)</li></ul>',
        '쌀밥/국/김치',
        '국수, 만두',
        '준비중',
      ),
      row('석식', '850kcal', '-', '미정', '운영 안 함', '비빔밥'),
      row('원산지', ...DAYS.map(() => '쌀: 국내산')),
    )}`;
    expect(shown(page)).toEqual([
      '23 BREAKFAST: 죽 LUNCH: 쌀밥, 미역국',
      '24 BREAKFAST: 빵 LUNCH: 카레',
      '25 BREAKFAST: 죽 LUNCH: 쌀밥, 국, 김치',
      '26 BREAKFAST: 빵 LUNCH: 국수, 만두',
      '27 BREAKFAST: 죽 DINNER: 비빔밥',
    ]);
    expect(menusIn(source(), page).faults).toEqual([]);
  });

  it('rows by day, below the week of the page: N월 N주차 is no date [SRC-269]', () => {
    const rows = ['월', '화', '수', '목', '금'].map((day, n) =>
      row(day, `빵${n}`, `쌀밥<br>국${n}<br><b>5,500원</b>`, '비빔밥'),
    );
    const menu = table(row('요일', '조식(08:00~09:00)', '중식', '석식'), ...rows);
    const page = `<h4 class="w">2026년 11월 5주차 (11.30~12.04)</h4>${menu}`;
    const days = ['30', '01', '02', '03', '04'].map(
      (day, n) => `${day} BREAKFAST: 빵${n} LUNCH: 쌀밥, 국${n} DINNER: 비빔밥`,
    );
    expect(shown(page, source({ days: 'rows', week: '.w' }))).toEqual(days);
    expect(shown(page)).toEqual(days);
  });

  it('rows by day with a row for each meal [SRC-269]', () => {
    const day = (name: string, lunch: string, dinner: string) =>
      `<tr><th rowspan="2">${name}</th><td>중식</td><td>${lunch}</td></tr>${row('석식', dinner)}`;
    const page = table(
      row('날짜', '구분', '메뉴'),
      day('2026-11-23(월)', '쌀밥<br>국', '우동'),
      day('2026-11-24(화)', '카레', '휴무'),
    );
    expect(shown(page)).toEqual(['23 LUNCH: 쌀밥, 국 DINNER: 우동', '24 LUNCH: 카레']);
    const inOne = table(
      row('날짜', '식단'),
      row('11.23(월)', '[조식]<br>죽<br>[중식]<br>쌀밥<br>국'),
      row('11.24(화)', '[중식]<br>카레'),
    );
    expect(shown(inOne)).toEqual(['23 BREAKFAST: 죽 LUNCH: 쌀밥, 국', '24 LUNCH: 카레']);
  });

  it('two restaurants in one table, of which one is read [SRC-270]', () => {
    const sections = table(
      row('', ...DAYS),
      full('학생회관 식당'),
      row('중식', '가1', '가2', '가3', '가4', '가5'),
      full('교직원 식당'),
      row('중식', '나1', '나2', '나3', '나4', '나5'),
      row('석식', '다1', '', '', '', ''),
    );
    const merged = `<table><tr><th colspan="2"></th>${DAYS.map((day) => `<th>${day}</th>`).join('')}</tr>
      <tr><th>학생회관식당</th><th>중식</th>${'<td>가1</td>'.repeat(5)}</tr>
      <tr><th rowspan="2">교직원식당</th><th>중식</th><td>나1</td><td>나2</td><td>나3</td><td>나4</td><td>나5</td></tr>
      <tr><th>석식</th><td>다1</td><td></td><td></td><td></td><td></td></tr></table>`;
    const apart = `<h4>학생회관 식당</h4>${table(row('', ...DAYS), row('중식', ...'가가가가가'))}
      <h4>교직원 식당</h4>${table(
        row('', ...DAYS),
        row('중식', '나1', '나2', '나3', '나4', '나5'),
        row('석식', '다1', '', '', '', ''),
      )}`;
    const turned = `<table><tr><th rowspan="2">날짜</th><th>학생회관 식당</th><th colspan="2">교직원 식당</th></tr>
      <tr><th>중식</th><th>중식</th><th>석식</th></tr>
      ${DAYS.map((day, n) => row(day, '가', `나${n + 1}`, n === 0 ? '다1' : '')).join('')}</table>`;
    const staff = [
      '23 LUNCH: 나1 DINNER: 다1',
      ...[2, 3, 4, 5].map((n) => `2${n + 2} LUNCH: 나${n}`),
    ];
    for (const page of [sections, merged, apart, turned]) {
      expect(shown(page, source({ restaurant: '교직원식당' }))).toEqual(staff);
      expect(shown(page, source({ restaurant: '학생회관' }))[0]).toMatch(/^23 LUNCH: 가1?$/);
      expect(errorIn(source({ restaurant: '생활관' }), page)?.message).toContain('restaurant');
    }
    const { days, faults } = menusIn(source(), apart);
    expect(days[0]?.dishes).toEqual({ LUNCH: ['가'] });
    expect(faults).toMatchObject([{ place: '다른 표' }]);
  });

  it('cards, one for each day or meal [SRC-271]', () => {
    const card = (meal: string, ...dishes: string[]) =>
      `<div class="card"><h4>${meal}</h4><ul>${dishes.map((dish) => `<li>${dish}</li>`).join('')}</ul></div>`;
    const week = `<header><h1>식당 안내</h1></header><div class="menu">
      <section><h3>11월 23일 (월)</h3>${card('중식 (11:30~13:30)', '쌀밥', '제육볶음(돼지고기:국내산)')}${card('석식', '우동')}</section>
      <section><h3>11월 24일 (화)</h3>${card('중식', '카레')}${card('석식', '등록된 식단이 없습니다.')}</section>
      <section><h3>11월 25일 (수)</h3>${card('중식', '개교기념일 휴무')}</section></div><footer>문의 1234</footer>`;
    const days = [
      '23 LUNCH: 쌀밥, 제육볶음(돼지고기:국내산) DINNER: 우동',
      '24 LUNCH: 카레',
      '25 CLOSED',
    ];
    expect(shown(week)).toEqual(days);
    expect(shown(week, source({ table: '.menu' }))).toEqual(days);
    const today = `<p class="date">2026.11.23 (월)</p><div class="wrap">${card('조식', '죽')}${card('중식', '쌀밥', '국')}</div><p>식단은 바뀔 수 있습니다.</p>`;
    expect(shown(today)).toEqual(['23 BREAKFAST: 죽 LUNCH: 쌀밥, 국']);
    const corners = `<p>2026.11.23 (월)</p><div><div><h4>한식</h4><p>비빔밥</p></div>
      <div><h4>분식</h4><ul><li>라면</li><li>김밥</li></ul></div></div>`;
    expect(shown(corners, STUDENT)).toEqual(['23 SET_MENU: 비빔밥 SNACK: 라면, 김밥']);
    const two = `<div class="m"><h2>학생회관 식당</h2><h3>11.23(월)</h3>${card('중식', '가')}
      <h2>교직원 식당</h2><h3>11.23(월)</h3>${card('중식', '나')}</div>`;
    expect(shown(two, source({ restaurant: '교직원' }))).toEqual(['23 LUNCH: 나']);
  });

  it('definition lists and lines with the meal in front [SRC-271]', () => {
    const page = `<h2>이번 주 식단</h2><div><p>11.23(월)</p><dl><dt>중식</dt><dd>쌀밥, 국</dd><dt>석식</dt><dd>우동</dd></dl>
      <p>11.24(화)</p><dl><dt>중식</dt><dd>카레<br>5,500원</dd></dl></div>`;
    expect(shown(page)).toEqual(['23 LUNCH: 쌀밥, 국 DINNER: 우동', '24 LUNCH: 카레']);
    const lines = `<div class="m"><p>11월 23일 월요일</p><p><b>중식</b> 쌀밥, 국</p><p>석식: 우동</p></div>`;
    expect(shown(lines, source({ table: '.m' }))).toEqual(['23 LUNCH: 쌀밥, 국 DINNER: 우동']);
  });

  it('corner by corner with prices [SRC-269]', () => {
    const page = `<table><tr><th colspan="2">구분</th>${DAYS.map((day) => `<th>${day}</th>`).join('')}</tr>
      <tr><th rowspan="2">정식</th><th>메뉴</th><td>쌀밥<br>국<br>5,500원</td><td>카레 (6,000원)</td><td></td><td></td><td></td></tr>
      <tr><th>가격</th>${'<td>5,500</td>'.repeat(5)}</tr>
      <tr><th colspan="2">일품 코너<br>6,500원</th><td>[오늘의 추천]<br>돈까스①②<br>샐러드</td><td>함박(돼지고기, 소고기)</td><td></td><td></td><td></td></tr>
      <tr><th colspan="2">라면</th><td>떡라면 4,500원, 치즈라면 5,000원</td><td>5.500</td><td></td><td></td><td></td></tr></table>`;
    expect(shown(page, STUDENT)).toEqual([
      '23 SET_MENU: 쌀밥, 국 WESTERN: 돈까스①②, 샐러드 RAMEN: 떡라면 4,500원, 치즈라면 5,000원',
      '24 SET_MENU: 카레 (6,000원) WESTERN: 함박(돼지고기, 소고기)',
    ]);
  });

  it('a closed period, of whose days alone it speaks [SRC-272]', () => {
    const page = (text: string) =>
      `<table class="m"><tr><th></th><th>11월 30일(월)</th><th>12월 1일(화)</th></tr>
      <tr><th>중식</th><td colspan=2 rowspan=2>${text}</td></tr><tr><th>석식</th></tr></table>`;
    expect(shown(page('동계방학 중 운영하지 않습니다.'))).toEqual(['30 CLOSED', '01 CLOSED']);
    expect(shown(page('동계방학 중 운영하지 않습니다. (12/21~2/28)'))).toEqual([]);
    expect(shown(page('동계방학 중 운영하지 않습니다. (12/1~2/28)'))).toEqual(['01 CLOSED']);
    expect(shown(page('휴무 (2026.11.30. ~ 12.1.)'))).toEqual(['30 CLOSED', '01 CLOSED']);
    expect(shown(page('11월 30일 휴무'))).toEqual(['30 CLOSED']);
    expect(shown(page('11.28 ~ 30 임시 휴무'))).toEqual(['30 CLOSED']);
    const whole = table(row('', ...DAYS), full('방학 중 미운영'));
    expect(shown(whole)).toHaveLength(5);
  });

  it('a week of exams, with notes beside the dishes and a holiday [SRC-269]', () => {
    const page = `<table><caption>기말고사 기간 식단 (11.23 ~ 11.27)</caption>
      <tr><th>구분</th><th>월</th><th>화<br>(시험)</th><th>수</th><th>목</th><th>금</th></tr>
      ${full('※ 시험 기간에는 조식을 무료로 드립니다.')}
      <tr><th>조식</th><td>김밥<br>(선착순 100명)</td><td>샌드위치</td><td rowspan="2">개교기념일</td><td>죽</td><td>빵</td></tr>
      <tr><th>중식</th><td>쌀밥<br>※ 국은 셀프</td><td>[특식]<br>갈비탕</td><td>국수</td><td>추후 공지</td></tr></table>`;
    expect(shown(page)).toEqual([
      '23 BREAKFAST: 김밥 LUNCH: 쌀밥',
      '24 BREAKFAST: 샌드위치 LUNCH: 갈비탕',
      '25 CLOSED',
      '26 BREAKFAST: 죽 LUNCH: 국수',
      '27 BREAKFAST: 빵',
    ]);
  });

  it('a table for each meal [SRC-269]', () => {
    const page = ['조식', '중식']
      .map(
        (meal) =>
          `<h4>${meal}</h4>${table(row(...DAYS), row(...DAYS.map((_, n) => `${meal} 밥${n}`)))}`,
      )
      .join('');
    expect(shown(page)[0]).toBe('23 BREAKFAST: 조식 밥0 LUNCH: 중식 밥0');
  });
});

describe('the days of a menu', () => {
  const lunch = (...cells: string[]) => row('중식', ...cells);

  it('are refused where only weekdays are written [SRC-273]', () => {
    const page = table(row('', '월', '화', '수', '목', '금'), lunch('가', '나', '다', '라', '마'));
    expect(errorIn(source(), page)?.message).toContain('요일만 있고 날짜가 없습니다');
    expect(errorIn(source({ week: 'h2' }), `<h2>11월 4주차</h2>${page}`)).not.toBeNull();
    expect(errorIn(source({ week: 'h2' }), `<h2>3.2 ~ 6.19</h2>${page}`)).not.toBeNull();
    const cards =
      '<div><h3>월요일</h3><h4>중식</h4><p>밥</p><h3>화요일</h3><h4>중식</h4><p>국</p></div>';
    expect(errorIn(source(), cards)?.message).toContain('요일만');
    const some = table(row('', '11/23(월)', '화'), lunch('가', '나'));
    const { days, faults } = menusIn(source(), some);
    expect([days.length, faults]).toMatchObject([1, [{ place: '화' }]]);
  });

  it('are left out where the weekday beside them is another one [SRC-273]', () => {
    const page = table(row('', '11/23(화)', '11/24(화)'), lunch('가', '나'));
    const { days, faults } = menusIn(source(), page);
    expect(days.map(({ date }) => date)).toEqual(['2026-11-24']);
    expect(faults).toEqual([{ place: '11/23(화)', message: '날짜와 요일이 맞지 않아 뺐습니다.' }]);
    const old = table(row('', '2025.11.24(화)', '2025.11.25(수)'), lunch('가', '나'));
    expect(errorIn(source(), old)?.message).toContain('서로 맞지 않습니다');
    // A year later the same days of the month are on other weekdays.
    const last = table(row('', '11/23(일)', '11/24(월)'), lunch('가', '나'));
    expect(errorIn(source(), last)?.message).toContain('서로 맞지 않습니다');
  });

  it('are those of the week around a day that is no Monday [SRC-273]', () => {
    const page = (week: string) =>
      `<h2>${week}</h2>${table(row('', '월', '화', '수'), lunch('가', '나', '다'))}`;
    for (const week of [
      '2026.11.25(수)',
      '11.24 ~ 11.27',
      '2026년 11월 22일 ~ 11월 28일',
      '2026-11-23',
    ]) {
      const days = menusIn(source({ week: 'h2' }), page(week)).days.map(({ date }) => date);
      expect([week, ...days]).toEqual([week, '2026-11-23', '2026-11-24', '2026-11-25']);
    }
  });
});
