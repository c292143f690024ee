import { BOARD_TYPES, BOARDS } from '@naru/contract/boards';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLinkPreviews } from './link-preview.ts';

const NONE = createLinkPreviews(undefined);
const NOTICE = { board: '조교 공지', path: '/main/community/notice/post/7' };

it.each([
  ['/main/community/free', '자유게시판', '/main/community/free'],
  ['/main/community/FREE/?page=2&query=x', '자유게시판', '/main/community/free'],
  ['/board/qna', '질문게시판', '/main/community/qna'],
  ['/main/community/secret/post/123?a#b', '비밀게시판', '/main/community/secret/post/123'],
  ['/main/community/popular/post/1/', '인기글', '/main/community/popular/post/1'],
])('names the board of %s [HEAD-11]', async (address, board, path) => {
  expect(await NONE(address)).toEqual({ title: board, board, path });
});

it.each([
  ...['/', '/main', '/main/community/', '/main/community/lounge', '/main/community/free/post'],
  ...['/main/community/free/post/0', '/main/community/free/post/1x', '/write/free', '/feeds/a/b'],
  ...['/main/community/free/post/12345678901234567', '/main/community/constructor', '/invitation'],
  ...['//main/community/free', '/main/study-dashboard/3/7', '/main/community/free/other'],
])('says nothing of %s [HEAD-11]', async (address) => {
  expect(await NONE(address)).toEqual({});
});

it('shows no word of an address, whatever it is [HEAD-11]', async () => {
  const names = new Set(BOARD_TYPES.map((type) => BOARDS[type].name));
  const slugs = new Set(BOARD_TYPES.map((type) => BOARDS[type].slug));
  const part = fc.oneof(
    fc.constantFrom('main', 'community', 'board', 'post', ...slugs, ...BOARD_TYPES, '7'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      const { title, board, path } = await NONE(`/${parts.join('/')}`);
      expect(title).toBe(board);
      if (board === undefined) return;
      expect(names).toContain(board);
      expect(path).toMatch(/^\/main\/community\/[a-z_]+(?:\/post\/[1-9]\d*)?$/);
    }),
    { numRuns: 200 },
  );
});

it('shows the board where a title is late or fails [HEAD-12]', async () => {
  const board = { title: NOTICE.board, ...NOTICE };
  const hangs = createLinkPreviews(() => new Promise(() => undefined), 1);
  expect(await hangs(NOTICE.path)).toEqual(board);
  const fails = createLinkPreviews(() => Promise.reject(new Error('down')));
  expect(await fails(NOTICE.path)).toEqual(board);
  const finds = createLinkPreviews(async () => '수강 신청');
  expect(await finds(NOTICE.path)).toEqual({ ...board, title: '수강 신청' });
});
