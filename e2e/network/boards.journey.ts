import { apiAs, unique } from '../support/api.ts';
import { joinMember } from '../support/join.ts';
import { editorOf, rowOf, writePost } from '../support/pages.ts';
import { makePng } from '../support/png.ts';
import { expect, test, visit } from './test.ts';

const READER = '20250001';

interface Listed {
  pageResponse: { posts: { id: number; title: string; imageUrls: string[] }[] };
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

test('post with a picture', async ({ join }) => {
  const { page, send } = await join((await joinMember()).username);
  const title = unique('사진과 함께');
  const text = '부두에서 찍었습니다';
  const picture = editorOf(page).locator('img[src^="/files/"]');
  await visit(page, '/write/free');
  await writePost(page, { title, text });
  await page.getByLabel('사진 파일').setInputFiles({
    name: '바다.png',
    mimeType: 'image/png',
    buffer: makePng(640, 360, [11, 74, 143]),
  });
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
  expect(stored.map(({ imageUrls }) => imageUrls.length)).toEqual([1]);
  expect(await contentOf(stored[0]?.id)).toContain(text);
});
