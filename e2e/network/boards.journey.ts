import type { Locator } from '@playwright/test';
import { apiAs, seedPost, unique } from '../support/api.ts';
import { joinMember } from '../support/join.ts';
import { editorOf, reportPost, rowOf, typeInto, writePost } from '../support/pages.ts';
import { makePng } from '../support/png.ts';
import { threadOf } from '../support/thread.ts';
import { expect, expectOnce, type Participant, test, visit } from './test.ts';

const READER = '20250001';
const PICTURE = {
  name: '바다.png',
  mimeType: 'image/png',
  buffer: makePng(640, 360, [11, 74, 143]),
};

interface Listed {
  pageResponse: { posts: { id: number; title: string; imageUrls: string | null }[] };
}

/** The posts of a board with the title, newest first. */
async function postsWith(title: string, board = 'FREE') {
  const reader = await apiAs(READER);
  const path = `/api/post?boardType=${board}`;
  const { pageResponse } = await reader.call<Listed>('GET', path);
  return pageResponse.posts.filter((post) => post.title === title);
}

async function contentOf(id: number | undefined): Promise<string> {
  const reader = await apiAs(READER);
  const { dto } = await reader.call<{ dto: { content: string } }>('GET', `/api/post/${id}`);
  return dto.content;
}

test('post with a picture [REL-18]', async ({ join }) => {
  const { page, send } = await join((await joinMember()).username);
  const title = unique('사진과 함께');
  const text = '부두에서 찍었습니다';
  const picture = editorOf(page).locator('img[src^="/files/"]');
  await visit(page, '/write/free');
  await writePost(page, { title, text });
  await page.getByLabel('사진 파일').setInputFiles(PICTURE);
  await expect(picture).toHaveCount(1);
  await send({
    button: page.getByRole('main').getByRole('button', { name: '등록', exact: true }),
    done: rowOf(page, title),
    typed: async () => {
      await page.getByRole('button', { name: '이어 쓰기' }).click();
      await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue(title);
      await expect(editorOf(page)).toContainText(text);
      await expect(picture).toHaveCount(1);
    },
  });
  await expect(rowOf(page, title)).toHaveCount(1);
  const stored = await postsWith(title);
  expect(stored.map(({ imageUrls }) => imageUrls !== null)).toEqual([true]);
  expect(await contentOf(stored[0]?.id)).toContain(text);
});

test('edit of a post [REL-18]', async ({ join }) => {
  const { username } = await joinMember();
  const post = await seedPost(username, { board: 'QNA', title: unique('고치기 전') });
  const { page, send } = await join(username);
  const [title, text] = [unique('고친 제목'), '덧붙인 글'];
  const field = page.getByRole('textbox', { name: '제목' });
  await visit(page, post.path);
  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '수정' }).click();
  await expect(field).toHaveValue(post.title);
  await field.fill('');
  await writePost(page, { title, text });
  await send({
    button: page.getByRole('main').getByRole('button', { name: '수정', exact: true }),
    done: rowOf(page, title),
    needs: `/api/post/${post.id}`,
    typed: async () => {
      await page.getByRole('button', { name: '이어 쓰기' }).click();
      await expect(field).toHaveValue(title);
      await expect(editorOf(page)).toContainText(text);
    },
  });
  const reader = await apiAs(READER);
  await expectOnce(reader, '/api/post?boardType=QNA', title);
  await expectOnce(reader, `/api/post/${post.id}`, text);
});

test('comment thread [REL-18]', async ({ join }) => {
  const post = await seedPost(READER, { board: 'FREE', title: unique('같이 드실 분') });
  const [gull, professor] = [await join('20250002'), await join('prof01')];
  const [comment, reply] = [unique('저요 지금 갈게요'), unique('먼저 가서 줄 서 주세요')];
  const path = `/api/post/${post.id}/comments`;
  const write = async ({ page, send }: Participant, box: Locator, words: string) => {
    // Not the text in the form of a reply, which is a part of the comment; replies are folded after a reload.
    const stored = threadOf(page)
      .item(words)
      .filter({ hasNot: page.locator('form') });
    const folded = page.getByRole('button', { name: '답글 1개 보기' });
    const waiting = page.getByRole('list', { name: '보내지 못한 댓글' }).getByText(words);
    await typeInto(page, box, words);
    await send({
      button: page.locator('form').filter({ has: box }).getByRole('button', { name: '등록' }),
      done: stored.or(folded),
      needs: path,
      typed: () => expect(waiting).toBeVisible(),
    });
  };
  await visit(gull.page, post.path);
  await write(gull, threadOf(gull.page).newComment, comment);
  const reader = await apiAs(READER);
  await expectOnce(reader, path, comment);

  await visit(professor.page, post.path);
  const thread = threadOf(professor.page);
  await thread.item(comment).getByRole('button', { name: '답글 쓰기' }).first().click();
  await write(professor, thread.replyBoxes, reply);
  const { comments } = await reader.call<{ comments: { id: number }[] }>('GET', path);
  await expectOnce(reader, `/api/post/${comments[0]?.id}/replies`, reply);
  await expect(thread.list.getByText(comment)).toHaveCount(1);
  await gull.page.getByRole('button', { name: /답글 1개 보기$/ }).click();
  await expect(threadOf(gull.page).list.getByText(reply)).toHaveCount(1);
});

test('market item [REL-18]', async ({ join }) => {
  const { page, send } = await join((await joinMember()).username);
  const title = unique('자료구조 교재');
  const dialog = page.getByRole('dialog', { name: '물품 등록' });
  const begin = page.getByRole('button', { name: '물품 등록' });
  const box = (name: string) => dialog.getByRole('textbox', { name });
  const choosePicture = async () => {
    await dialog.getByLabel('사진 파일').setInputFiles(PICTURE);
    await expect(dialog.getByRole('img', { name: '고른 사진 1' })).toBeVisible();
  };
  await visit(page, '/main/community/market');
  await begin.click();
  await choosePicture();
  await typeInto(page, box('물품 이름'), title);
  await box('가격(원)').fill('9000');
  await typeInto(page, box('설명'), '깨끗합니다');
  await send({
    button: dialog.getByRole('button', { name: '등록', exact: true }),
    done: page.getByRole('link', { name: title }),
    needs: '/api/post',
    typed: async () => {
      await begin.click();
      await expect(box('물품 이름')).toHaveValue(title);
      await expect(box('가격(원)')).toHaveValue('9000');
      await expect(box('설명')).toHaveValue('깨끗합니다');
      await choosePicture();
    },
  });
  const stored = await postsWith(title, 'MARKET');
  expect(stored.map(({ imageUrls }) => imageUrls !== null)).toEqual([true]);
  expect(await contentOf(stored[0]?.id)).toContain('깨끗합니다');
});

test('report [REL-18]', async ({ join }) => {
  const post = await seedPost(READER, { board: 'FREE', title: unique('과제 대행 광고') });
  const { page, send } = await join((await joinMember()).username);
  const detail = unique('광고를 신고합니다');
  const sheet = page.getByRole('dialog', { name: '게시글 신고' });
  const begin = async () => {
    await reportPost(page);
    await sheet.getByRole('radio', { name: '광고·도배' }).check();
  };
  const words = sheet.getByRole('textbox', { name: '자세한 내용' });
  await visit(page, post.path);
  await begin();
  await typeInto(page, words, detail);
  await send({
    button: sheet.getByRole('button', { name: '신고', exact: true }),
    done: page.getByText('신고가 접수되었습니다.').filter({ visible: true }),
    needs: `/api/post/${post.id}`,
    typed: async () => {
      await begin();
      await expect(words).toHaveValue(detail);
    },
  });
  await expectOnce(await apiAs('admin01'), '/api/admin/reports', detail);
});
