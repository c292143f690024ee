import { apiAs, seedComment, seedPost, unique } from './support/api.ts';
import { chooseFilter, followPath, openFilters, rowOf, typeInto } from './support/pages.ts';
import { makePng } from './support/png.ts';
import { expect, test } from './support/test.ts';

test('the market shows a grid; an item shows picture, price and text side by side @whole', async ({
  open,
}) => {
  const title = unique('자료구조 교재');
  const content = '<p>밑줄이 조금 있습니다.</p>';
  await seedPost('20250002', { board: 'MARKET', title, content, price: 12_500 });
  await seedPost('20250002', { board: 'MARKET', title: unique('나눔 책'), price: 0 });
  const { page } = await open('20250001');
  await page.goto('/main/community/market');
  const grid = page.getByRole('list', { name: '책방 물품 목록' });
  const card = grid.getByRole('listitem').filter({ hasText: title });
  await expect(card).toContainText('12,500원');
  await expect(card).toContainText('갈매기');
  await expect(card.locator('time')).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
  await expect(grid.getByRole('listitem').filter({ hasText: '나눔 책' }).first()).toContainText(
    '0원',
  );
  await expect(page.getByRole('link', { name: '글쓰기' })).toHaveCount(0);
  const pictures = grid.locator('img');
  await expect
    .poll(() =>
      pictures.first().evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth),
    )
    .toBeGreaterThan(0);

  await card.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/main\/community\/market\/post\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('판매 중')).toBeVisible();
  const price = await page.getByText('12,500원').boundingBox();
  const text = await page.getByText('밑줄이 조금 있습니다.').boundingBox();
  expect(Math.abs((price?.x ?? 0) - (text?.x ?? 999))).toBeLessThan(4);
  expect(price?.x).toBeGreaterThan(400);
});

test('search finds two syllables, part of a word, the writer and the content', {
  tag: '@several',
}, async ({ open }) => {
  const mark = unique('물결').slice(3);
  const title = `캡스톤디자인 발표회 ${mark}`;
  const content = `<p>해양로봇연구실에서 ${mark} 모입니다.</p>`;
  await seedPost('20220508', { board: 'FREE', title, content });
  const { page } = await open('20250001');
  await page.goto('/main/community/free');
  const field = page.getByRole('searchbox', { name: '자유게시판 검색' });

  await typeInto(page, field, '디자인');
  await page.getByRole('button', { name: '검색', exact: true }).click();
  await expect(page).toHaveURL(/query=/);
  await expect(rowOf(page, title)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '검색 결과' })).toContainText('‘디자인’');

  await field.fill('');
  await typeInto(page, field, '발표');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, title)).toBeVisible();

  await chooseFilter(page, '작성자');
  await field.fill('텐서');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/filter=writer/);
  await expect(rowOf(page, title)).toBeVisible();

  await chooseFilter(page, '내용');
  await field.fill('로봇연구');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, title)).toBeVisible();

  await chooseFilter(page, '제목');
  await field.fill(`없는말${mark}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
  await page.getByRole('button', { name: '전체 글 보기' }).click();
  await expect(page).toHaveURL(/\/main\/community\/free$/);
  await expect(field).toHaveValue('');
});

test('a list has pages with a window of five numbers @whole', async ({ open }) => {
  const mark = unique('쪽수').slice(3);
  const writers = ['20210342', '20240218', '20230413', '20220264'];
  await Promise.all(
    writers.map(async (writer) => {
      const client = await apiAs(writer);
      for (let at = 0; at < 23; at += 1) {
        const body = {
          boardType: 'REVIEW',
          title: `쪽 넘기기 ${mark} ${at}`,
          content: '<p>글</p>',
        };
        await client.call('POST', '/api/post/post-up', body);
      }
    }),
  );
  const { page } = await open('20250001');
  await page.goto(`/main/community/review?query=${encodeURIComponent(mark)}`);
  const pager = page.getByRole('navigation', { name: /페이지/ });
  const numbers = pager.getByRole('link', { name: /^\d+페이지$/ });
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5', '10']);
  await expect(pager.getByRole('button', { name: '이전 페이지' })).toBeDisabled();

  await pager.getByRole('link', { name: '5페이지' }).click();
  await expect(page).toHaveURL(/page=5/);
  await expect(numbers).toHaveText(['1', '3', '4', '5', '6', '7', '10']);
  await expect(pager.getByText('…')).toHaveCount(2);
  await pager.getByRole('link', { name: '다음 페이지' }).click();
  await expect(pager.locator('[aria-current="page"]')).toHaveText('6');
  await pager.getByRole('link', { name: '마지막 페이지' }).click();
  await expect(numbers).toHaveText(['1', '6', '7', '8', '9', '10']);
  await expect(
    page.getByRole('list', { name: '후기게시판 글 목록' }).getByRole('listitem'),
  ).toHaveCount(2);
  await page.getByRole('list', { name: '후기게시판 글 목록' }).getByRole('link').first().click();
  await page.getByRole('link', { name: '목록으로' }).first().click();
  await expect(pager.locator('[aria-current="page"]')).toHaveText('10');
  await page.goBack();
  await followPath(page, `/main/community/review?page=99&query=${encodeURIComponent(mark)}`);
  await expect(page.getByText('이 페이지에는 글이 없습니다.')).toBeVisible();
  await page.getByRole('button', { name: '첫 페이지로' }).click();
  await expect(pager.locator('[aria-current="page"]')).toHaveText('1');
});

test('boards of each kind lead to their posts, and the main page to the boards', async ({
  open,
}) => {
  const { page } = await open('20250001');
  await page.goto('/board/qna');
  await expect(page).toHaveURL(/\/main\/community\/qna$/);
  await followPath(page, '/main/community/nothing');
  await expect(page.getByRole('heading', { name: '없는 게시판입니다.' })).toBeVisible();

  await followPath(page, '/main/community/popular');
  await page.getByRole('button', { name: /안내$/ }).click();
  const note = page.getByRole('alertdialog');
  await expect(note).toContainText('최근 14일 동안 반응이 많았던 글입니다.');
  await note.getByRole('button', { name: '확인' }).click();
  const popular = page.getByRole('list', { name: '인기글 글 목록' }).getByRole('listitem');
  await expect(popular).toHaveCount(10);
  await expect(page.getByRole('link', { name: '글쓰기' })).toHaveCount(0);
  await popular.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/main\/community\/popular\/post\/\d+$/);
  await page.getByRole('link', { name: '목록으로' }).first().click();
  await expect(page).toHaveURL(/\/main\/community\/popular$/);

  await followPath(page, '/main/community/notice_sc');
  const rows = page.getByRole('list', { name: '학생회 공지 글 목록' }).getByRole('listitem');
  await expect(rows.first()).toContainText('고정');
  const marked = (await rows.allInnerTexts()).map((row) => row.includes('고정'));
  expect(marked.lastIndexOf(true)).toBeLessThan(marked.indexOf(false));

  for (const [board, list, label] of [
    ['notice_univ', '학교 공지 글 목록', '학교 홈페이지에서 보기'],
    ['notice_dept', '학과 공지 글 목록', '학과 홈페이지에서 보기'],
  ] as const) {
    await followPath(page, `/main/community/${board}`);
    await page.getByRole('list', { name: list }).getByRole('link').first().click();
    const link = page.getByRole('link', { name: label });
    // The demo's own source is read from this machine.
    await expect(link).toHaveAttribute('href', /^https?:\/\//);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }

  await followPath(page, '/main');
  const community = page.getByRole('region', { name: '커뮤니티' });
  await expect(community.getByRole('listitem')).toHaveCount(6);
  const outside = page.getByRole('navigation', { name: '바로 가기' }).getByRole('link');
  await expect(outside).toHaveCount(4);
  for (const link of await outside.all()) {
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
  await community.getByRole('tab', { name: '비밀' }).click();
  await expect(community.getByRole('list', { name: '비밀게시판' })).toBeVisible();
  await community.getByRole('link', { name: /전체 보기/ }).click();
  await expect(page).toHaveURL(/\/main\/community\/secret$/);
});

test('a new post waits above an open list, is found from anywhere and leads on to the next @whole', async ({
  open,
}) => {
  const mark = unique('소식').slice(3);
  const [first, second] = [`${mark} 첫 소식`, `${mark} 둘째 소식`];
  const { page } = await open('20250001');
  const live = page.waitForResponse('**/api/events');
  await page.goto('/main/community/review');
  await expect(page.getByRole('list', { name: '후기게시판 글 목록' })).toBeVisible();
  await live;
  // Once the event stream is open the list may read again, and then has what came meanwhile.
  const before = unique('앞선 글');
  await seedPost('20250002', { board: 'REVIEW', title: before });
  const showNew = page.getByRole('button', { name: /^새 글 \d+개 보기$/ });
  await expect(async () => {
    if (await showNew.isVisible()) await showNew.click({ timeout: 1_000 });
    await expect(rowOf(page, before)).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await seedPost('20250002', { board: 'REVIEW', title: first });
  await seedPost('20250002', { board: 'REVIEW', title: second });
  const offer = page.getByRole('button', { name: '새 글 2개 보기' });
  await expect(offer).toBeVisible();
  await expect(rowOf(page, first)).toHaveCount(0);
  await offer.click();
  await expect(rowOf(page, second)).toContainText('새 글');
  await expect(offer).toHaveCount(0);
  await chooseFilter(page, '댓글순');
  await expect(page).toHaveURL(/sort=comments/);

  await page.goto('/main');
  await expect(page.getByRole('list', { name: '인기글' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '글, 강의, 사람 검색' });
  await expect(box).toBeFocused();
  await box.fill(mark);
  const option = page.getByRole('option').filter({ hasText: first });
  await expect(option.locator('mark')).toHaveText(mark);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();

  const around = page.getByRole('region', { name: '후기게시판의 다른 글' });
  await around.getByRole('link', { name: `다음 글 ${second}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await page.goto(`/search?query=${encodeURIComponent(mark)}`);
  await expect(page.getByRole('list', { name: '검색한 글' }).getByRole('listitem')).toHaveCount(2);
  await chooseFilter(page, '자유게시판');
  await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
});

test('a buyer asks the seller about an item with pictures, which is sold and moved up [CHAT-95, MARKET-02, MARKET-21]', async ({
  open,
}) => {
  const title = unique('대화할 책');
  const { page: seller } = await open('20250002');
  await seller.goto('/main/community/market');
  await seller.getByRole('button', { name: '물품 등록' }).click();
  const dialog = seller.getByRole('dialog', { name: '물품 등록' });
  const picture = (name: string, red: number) => ({
    name,
    mimeType: 'image/png',
    buffer: makePng(60, 60, [red, 80, 120]),
  });
  await dialog
    .getByLabel('사진 파일')
    .setInputFiles([picture('a.png', 10), picture('b.png', 200), picture('c.png', 90)]);
  await expect(dialog.getByRole('img')).toHaveCount(3);
  const second = await dialog.getByRole('img', { name: '고른 사진 2' }).getAttribute('src');
  await dialog.getByRole('button', { name: '사진 2 앞으로' }).click();
  await expect(dialog.getByRole('img', { name: '고른 사진 1' })).toHaveAttribute(
    'src',
    `${second}`,
  );
  await dialog.getByRole('textbox', { name: '물품 이름' }).fill(title);
  await dialog.getByRole('textbox', { name: '가격(원)' }).fill('9000');
  await dialog.getByRole('textbox', { name: '설명' }).fill('깨끗합니다.');
  await dialog.getByRole('button', { name: '등록' }).click();
  await expect(seller.getByRole('link', { name: title })).toBeVisible();
  await seller.goto('/mypage/activity');
  const sales = seller.getByRole('region', { name: '나의 판매' });
  await sales.getByRole('link', { name: new RegExp(`판매 중.*${title}`) }).click();
  await expect(seller.getByRole('list', { name: '사진 고르기' }).getByRole('button')).toHaveCount(
    3,
  );
  await expect(seller.getByRole('button', { name: '판매자에게 문의' })).toHaveCount(0);

  const { page: buyer } = await open('20250001', { phone: true });
  await buyer.goto(seller.url());
  await buyer.getByRole('button', { name: '판매자에게 문의' }).tap();
  await expect(buyer.getByRole('link', { name: new RegExp(`${title}.*판매 중`) })).toBeVisible();
  await buyer.getByRole('textbox', { name: '메시지 입력' }).fill('아직 있나요?');
  await buyer.getByRole('button', { name: '보내기', exact: true }).tap();

  await seller.goto('/chat-mail');
  await seller.getByRole('link', { name: new RegExp(title) }).click();
  await expect(seller.getByRole('log').getByText('아직 있나요?')).toBeVisible();
  await seller.getByRole('link', { name: new RegExp(`${title}.*판매 중`) }).click();
  const states = seller.getByRole('group', { name: '거래 상태 변경' });
  const saved = seller.waitForResponse('**/api/post/post-up/*');
  await states.getByText('판매 완료').click();
  await saved;
  await buyer.reload();
  await expect(buyer.getByRole('link', { name: new RegExp(`${title}.*판매 완료`) })).toBeVisible();
});

test('a must-read notice waits on the main page until it is confirmed, and staff see who has [POST-240]', async ({
  open,
}) => {
  const reader = (await open('20250002', { phone: true })).page;
  await reader.goto('/main');
  const waiting = reader.getByRole('region', { name: '읽고 확인할 공지' });
  await waiting.getByRole('link', { name: /실습실 이용 수칙 변경/ }).click();
  await reader.getByRole('button', { name: '읽었습니다' }).click();
  const said = reader.getByRole('paragraph').filter({ hasText: /에 읽었다고 확인했습니다\.$/ });
  await expect(said).toBeFocused();

  const staff = (await open('manager01')).page;
  await staff.goto(reader.url());
  await staff.getByRole('button', { name: '확인 현황' }).click();
  const dialog = staff.getByRole('dialog', { name: '필독 확인 현황' });
  const names = dialog.getByRole('list', { name: '확인하지 않은 회원' });
  await expect(names).toContainText('해솔');
  await expect(names).not.toContainText('갈매기');
  await dialog.getByRole('button', { name: /명에게 다시 알리기$/ }).click();
  await expect(dialog.getByRole('button', { name: '오늘 다시 알렸습니다' })).toBeVisible();

  await reader.goto('/main');
  await expect(reader.getByRole('region', { name: '오늘' })).toBeVisible();
  const own = await apiAs('20250002');
  const { totalCount } = await own.call<{ totalCount: number }>('GET', '/api/member/must-reads');
  expect(totalCount).toBe(0);
  // An empty place stays empty during a visit, so that nothing moves.
  await expect(waiting.getByRole('link')).toHaveCount(0);
});

test('the market lists what is on sale, for a price and of a course, as its address says [MARKET-90] @whole', async ({
  open,
}) => {
  const seller = await apiAs('20250002');
  const mark = unique('고른 책').slice(5);
  const itemOf = (title: string, price: number, lectureTagId?: number) => ({
    ...{ boardType: 'MARKET', title, content: '<p>책</p>', price, lectureTagId },
  });
  const sell = async (name: string, price: number, lectureTagId?: number) => {
    const title = `${name} ${mark}`;
    await seller.call('POST', '/api/post/post-up', itemOf(title, price, lectureTagId));
    return title;
  };
  const [sold, remaining] = [
    await sell('팔릴 책', 8_100_000, 1),
    await sell('남을 책', 8_200_000, 1),
  ];
  const others = [await sell('비싼 책', 9_900_000, 1), await sell('강의 없는 책', 8_150_000)];

  const { page } = await open('20250001', { phone: true });
  await page.goto('/main/community/market');
  const items = page.getByRole('list', { name: '책방 물품 목록' }).getByRole('listitem');
  const own = items.filter({ hasText: mark });
  await expect(own).toHaveCount(4);
  const panel = await openFilters(page);
  await panel.getByRole('checkbox', { name: '판매 중만' }).check();
  await panel.getByRole('textbox', { name: '가장 낮은 가격(원)' }).fill('8,100,000원');
  await panel.getByRole('textbox', { name: '가장 높은 가격(원)' }).fill('8200000');
  await panel.getByRole('button', { name: '가격 적용' }).tap();
  await panel.getByRole('button', { name: '강의로 찾기' }).tap();
  const picker = page.getByRole('dialog', { name: '강의로 찾기' });
  await picker.getByRole('searchbox').fill('자료구조');
  await picker.getByRole('button', { name: /^자료구조.*2026년 2학기/ }).tap();
  await expect(panel.getByRole('button', { name: '강의 조건 지우기: 자료구조' })).toBeVisible();
  await panel.getByRole('button', { name: '완료' }).tap();
  await expect(page.getByRole('list', { name: '적용한 필터' }).getByRole('listitem')).toHaveText([
    ...['판매 중만', '8,100,000원~8,200,000원', '자료구조'],
  ]);
  await expect(own).toHaveCount(2);
  for (const title of others) await expect(items.filter({ hasText: title })).toHaveCount(0);
  const address = page.url();
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    ...{ onSale: 'true', minPrice: '8100000', maxPrice: '8200000', lecture: '1' },
  });

  await items.filter({ hasText: sold }).getByRole('link').tap();
  await expect(page.getByRole('heading', { level: 1, name: sold })).toBeVisible();
  const [id] = /\d+$/.exec(new URL(page.url()).pathname) ?? [];
  const change = { ...itemOf(sold, 8_100_000, 1), tradeStatus: 'SOLD' };
  await seller.call('PUT', `/api/post/post-up/${id}`, change);
  await page.reload();
  await expect(page.getByRole('article').getByText('판매 완료', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(own).toHaveText([new RegExp(remaining)]);
  expect(page.url()).toBe(address);
  await page.reload();
  await expect(own).toHaveText([new RegExp(remaining)]);
  await openFilters(page);
  await expect(panel.getByRole('checkbox', { name: '판매 중만' })).toBeChecked();
  await expect(panel.getByRole('textbox', { name: '가장 낮은 가격(원)' })).toHaveValue('8100000');
  await panel.getByRole('button', { name: '완료' }).tap();
  await page.getByRole('button', { name: '판매 중만 필터 지우기' }).tap();
  await expect(own).toHaveCount(2);
  await page.goBack();
  await expect(own).toHaveText([new RegExp(remaining)]);
});

test('the question board lists what has no accepted answer, as its address says [LIST-141] @whole', async ({
  open,
}) => {
  const [asker, helper] = ['20250002', '20240077'];
  const answered = await seedPost(asker, { board: 'QNA', title: unique('곧 풀릴 질문') });
  const waiting = await seedPost(asker, { board: 'QNA', title: unique('남을 질문') });
  await seedComment(helper, answered.id, '이렇게 해 보세요');
  const { page } = await open('20250001');
  await page.goto('/main/community/qna');
  const unanswered = '채택 답변이 없는 질문만';
  const filter = page.getByRole('button', { name: `${unanswered} 필터 지우기` });
  await chooseFilter(page, unanswered);
  await expect(page).toHaveURL(/\/qna\?unanswered=true$/);
  const address = page.url();
  await expect(rowOf(page, waiting.title)).toBeVisible();
  await rowOf(page, answered.title).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: answered.title })).toBeVisible();

  const { page: own } = await open(asker);
  await own.goto(answered.path);
  await own.getByRole('button', { name: / 채택$/ }).click();
  await expect(own.getByText('채택된 답변')).toBeVisible();
  await page.reload();
  await expect(page.getByText('채택된 답변')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, waiting.title)).toBeVisible();
  await expect(rowOf(page, answered.title)).toHaveCount(0);
  expect(page.url()).toBe(address);
  await page.reload();
  await expect(rowOf(page, waiting.title)).toBeVisible();
  await expect(rowOf(page, answered.title)).toHaveCount(0);
  await expect(filter).toBeVisible();
  await filter.click();
  await expect(rowOf(page, answered.title)).toContainText('답변 완료');
  await page.goBack();
  await expect(filter).toBeVisible();
  await expect(rowOf(page, answered.title)).toHaveCount(0);
});
