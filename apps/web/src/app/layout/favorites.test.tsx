import { BOARDS, type Board, type BoardType } from '@naru/contract/boards';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BoardHeader } from '../../features/boards/board-header.tsx';
import { FavoriteChips } from '../../features/boards/favorite-chips.tsx';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { TopMenu } from './top-menu.tsx';

const MENU = { name: '주 메뉴' };
const CHIPS = { name: '즐겨찾는 게시판' };

/** A server that keeps the favorites of the member, with a pair of calls for the market. */
function serve() {
  let favoriteBoards: BoardType[] = [];
  const change = (board: unknown, isOn: boolean) => {
    const others = favoriteBoards.filter((type) => type !== board);
    favoriteBoards = isOn ? [...others, board as BoardType] : others;
    return { body: { message: '' } };
  };
  return fakeApi({
    'GET /api/config': { body: { settings: { studyRoomMenu: 'locked' } } },
    'GET /api/member/me': () => ({
      body: { meDto: { id: 1, roles: ['USER', 'STUDENT'], favoriteBoards } },
    }),
    'POST /api/board/favorites': ({ body }) =>
      change((body as { boardType: string }).boardType, true),
    'DELETE /api/board/favorites': ({ query }) => change(query.get('boardType'), false),
    'POST /api/post/favorites': ({ body }) =>
      change((body as { boardType: string }).boardType, true),
  });
}

/** Shows the head of a board, the menu and the chips, with nothing stored of an earlier visit. */
async function load(board: Board) {
  cleanup();
  logInForTest();
  const parts = (
    <>
      <TopMenu />
      <BoardHeader board={board} />
      <FavoriteChips />
    </>
  );
  await renderRouted(parts);
}

const star = (name: string) =>
  screen.findByRole('button', { name, pressed: name.includes('빼기') });
const toasted = (text: string) =>
  waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ text }));
const chips = async () => {
  const area = await screen.findByRole('navigation', CHIPS);
  return within(area).queryAllByRole('link');
};

/** Presses the star of a board that the server knows by now. */
async function press(name: '즐겨찾기에 추가' | '즐겨찾기에서 빼기') {
  const button = (await star(name)) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}

it('keeps a favorite after a reload, first in the menu and as a chip, until it is taken back [BOARD-06]', async () => {
  serve();
  await load(BOARDS.REVIEW);
  await press('즐겨찾기에 추가');
  await toasted('즐겨찾기에 추가했습니다.');
  await star('즐겨찾기에서 빼기');

  await load(BOARDS.REVIEW);
  await star('즐겨찾기에서 빼기');
  const menu = within(screen.getByRole('navigation', MENU));
  fireEvent.click(menu.getByRole('button', { name: '커뮤니티' }));
  const found = await menu.findAllByRole('link', { name: /게시판|인기글/ });
  const names = found.map((link) => link.textContent);
  expect(names[0]).toMatch(/후기게시판.*즐겨찾기$/);
  expect(names.slice(1).filter((name) => name.includes('즐겨찾기'))).toEqual([]);
  const [chip] = await chips();
  expect(chip?.textContent).toContain('후기게시판');
  expect(chip?.getAttribute('href')).toBe('/main/community/review');

  await press('즐겨찾기에서 빼기');
  await toasted('즐겨찾기를 해제했습니다.');
  await load(BOARDS.REVIEW);
  await star('즐겨찾기에 추가');
  expect(await chips()).toEqual([]);
});

it('takes the market as a favorite through its own call [BOARD-05]', async () => {
  const calls = serve();
  await load(BOARDS.MARKET);
  await press('즐겨찾기에 추가');
  await toasted('즐겨찾기에 추가했습니다.');
  expect(calls).toContain('POST /api/post/favorites {"boardType":"MARKET","boardName":"책방"}');
  await load(BOARDS.MARKET);
  await waitFor(async () => expect((await chips())[0]?.textContent).toContain('책방'));
});
