import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import { seedComment, seedPost, unique } from '../support/api.ts';
import { makePng } from '../support/png.ts';
import { button, field, heading, link, text } from './screen.ts';
import { expect, test } from './test.ts';

async function pictureOf(testInfo: TestInfo): Promise<string> {
  const path = testInfo.outputPath('바다.png');
  await writeFile(path, makePng(640, 360, [11, 74, 143]));
  return path;
}

test('a member writes a post with a picture and finds it in the list [GATE-101]', async ({
  open,
}, testInfo) => {
  const page = await open('20250002');
  const title = unique('사진과 함께');
  await page.go('/write/free');
  await page.fill(field('제목'), title);
  await page.fill(field('내용'), '부두에서 찍었습니다');
  await page.upload({ label: '사진 파일' }, [await pictureOf(testInfo)]);
  await page.seePictures(field('내용'), 1);
  await page.click({ ...button('등록'), within: { role: 'main' } });
  await page.at(/^\/main\/community\/free$/);
  await page.click({ ...link(title), only: 'first' });
  await page.see(heading(title));
  await page.see(text('부두에서 찍었습니다'));
  await page.seePictures({ role: 'article', only: 'first' }, 1);
  expect(await page.scrollsSideways()).toBe(false);
});

test('a comment appears for the author of the post, and the reply for both', async ({ open }) => {
  const post = await seedPost('prof01', { board: 'FREE', title: unique('같이 드실 분') });
  const [gull, professor] = [await open('20250002'), await open('prof01')];
  await gull.go(post.path);
  await professor.go(post.path);
  await gull.fill(field('댓글 쓰기'), '저요 지금 갈게요');
  await gull.key('Enter', 'Control');
  const list = { role: 'list', name: '댓글 목록' };
  const comment = { role: 'article', has: '저요 지금 갈게요', within: list };
  await gull.see(comment);
  await professor.click({ ...button(/에 답글 쓰기$/), within: comment, only: 'first' });
  await professor.click(field('답글 쓰기'));
  await professor.type('먼저 가서 줄 서 주세요');
  await professor.key('Enter', 'Control');
  await professor.see(text('먼저 가서 줄 서 주세요'));
  await gull.click(button(/답글 1개 보기$/));
  await gull.see(text('먼저 가서 줄 서 주세요'));
});

test('a search finds two syllables in the middle of a word', async ({ open }) => {
  const title = unique('캡스톤디자인 발표회');
  await seedPost('20220508', { board: 'FREE', title });
  const page = await open('20250001');
  await page.go('/main/community/free');
  await page.fill({ role: 'searchbox', name: '자유게시판 검색' }, '디자인');
  await page.key('Enter');
  await page.at(/query=/);
  await page.click({ ...link(title), only: 'first' });
  await page.see(heading(title));
});

test('a member offers a used book with a picture', async ({ open }, testInfo) => {
  const page = await open('20250002');
  const title = unique('자료구조 교재');
  await page.go('/main/community/market');
  await page.click(button('물품 등록'));
  const dialog = { role: 'dialog', name: '물품 등록' };
  await page.see(dialog);
  await page.upload({ label: '사진 파일' }, [await pictureOf(testInfo)]);
  await page.see({ role: 'img', name: '고른 사진 1', within: dialog });
  await page.fill({ ...field('물품 이름'), within: dialog }, title);
  await page.click({ ...field('가격(원)'), within: dialog });
  await page.type('9000');
  await page.fill({ ...field('설명'), within: dialog }, '깨끗합니다.');
  await page.click({ ...button('등록'), within: dialog });
  await page.gone(dialog);
  await page.click({ ...link(title), only: 'first' });
  await page.see(heading(title));
  await page.see(text('9,000원'));
  expect(await page.scrollsSideways()).toBe(false);
});

test('a comment by another member notifies and leads to it', async ({ open }) => {
  const post = await seedPost('20240077', { board: 'FREE', title: unique('지켜보는 글') });
  const page = await open('20240077');
  await page.go('/main');
  const banner = { role: 'banner' };
  await page.see({ ...button(/^알림/), within: banner });
  const words = unique('바로 보이는 댓글');
  await seedComment('20250136', post.id, words);
  await page.click({ ...button(/^알림, 읽지/), within: banner });
  await page.click({ text: new RegExp(words), within: { role: 'dialog', name: '알림' } });
  await page.see(heading(post.title));
  await page.see(text(words));
});
