import { HEAD_BOARDS, type HeadsOfBoard } from '@naru/contract/heads';
import type { EditedSettings } from '@naru/contract/settings';
import { TEXTS } from '@naru/contract/texts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { BoardsPage } from './boards-page.tsx';

const NONE: HeadsOfBoard = { isRequired: false, heads: [] };
const head = (id: number, name: string, isRetired = false) => ({ id, name, isRetired });

let calls: string[];
let stored: EditedSettings;
let saveAnswer: () => { status?: number; body: unknown };
beforeEach(() => {
  const boards = Object.fromEntries(HEAD_BOARDS.map((board) => [board, NONE]));
  const FREE = {
    isRequired: false,
    heads: [head(1, '정보'), head(2, '잡담'), head(3, '옛말', true)],
  };
  stored = {
    heads: { ...boards, FREE },
    ...{ anonymousBoards: [], blindAfter: 5, version: 'v1' },
    petitions: { threshold: 30, collectDays: 30, answerDays: 14, addressees: ['OFFICE'] },
  } as unknown as EditedSettings;
  saveAnswer = () => ({ body: stored });
  calls = fakeApi({
    'GET /api/admin/settings': () => ({ body: stored }),
    'PUT /api/admin/settings': () => saveAnswer(),
  });
});

async function open() {
  await renderRouted(<BoardsPage />);
  return within(await screen.findByRole('group', { name: '자유게시판' }));
}
const press = (board: ReturnType<typeof within>, name: string) =>
  fireEvent.click(board.getByRole('button', { name }));
const save = () => fireEvent.click(screen.getByRole('button', { name: '저장' }));
const sent = () => {
  const call = calls.findLast((one) => one.startsWith('PUT'));
  return call === undefined ? null : JSON.parse(call.replace(/^\S+ \S+ /, ''));
};

describe('BoardsPage', () => {
  it('orders, renames, retires, brings back and adds heads of a board [ADMIN-130]', async () => {
    const board = await open();
    press(board, '잡담 위로');
    const field = board.getByRole('textbox', { name: '자유게시판 말머리 1' });
    expect((field as HTMLInputElement).value).toBe('잡담');
    fireEvent.input(field, { target: { value: '수다' } });
    press(board, '정보 쓰지 않기');
    press(board, '옛말 다시 쓰기');
    press(board, '말머리 추가');
    fireEvent.input(board.getByRole('textbox', { name: '자유게시판 말머리 3' }), {
      target: { value: '모집' },
    });
    fireEvent.click(board.getByRole('checkbox', { name: '글을 쓸 때 꼭 고르기' }));
    save();
    await screen.findByText('설정을 저장했습니다.');
    expect(sent().heads.FREE.isRequired).toBe(true);
    const chosen = sent().heads.FREE.heads.filter((one: { isRetired: boolean }) => !one.isRetired);
    expect(chosen).toEqual([
      head(2, '수다'),
      head(3, '옛말'),
      { id: null, name: '모집', isRetired: false },
    ]);
    expect(sent().heads.FREE.heads).toContainEqual(head(1, '정보', true));
  });

  it('shows the error of an empty new head only after the click that leaves its field [UI-284]', async () => {
    const board = await open();
    press(board, '말머리 추가');
    const field = board.getByRole('textbox', { name: '자유게시판 말머리 3' });
    expect(document.activeElement).toBe(field);
    // Let the validation, which is asynchronous, finish.
    await new Promise((resolve) => setTimeout(resolve));
    expect(board.queryByText(TEXTS.headRequired)).toBeNull();
    const other = board.getByRole('button', { name: '말머리 추가' });
    fireEvent.mouseDown(other);
    fireEvent.blur(field);
    await new Promise((resolve) => setTimeout(resolve));
    expect(board.queryByText(TEXTS.headRequired)).toBeNull();
    fireEvent.mouseUp(other);
    expect(await board.findByText(TEXTS.headRequired)).toBeDefined();
  });

  it('drops a new head that is not wanted, and refuses a name twice [ADMIN-130]', async () => {
    const board = await open();
    press(board, '말머리 추가');
    press(board, '새 말머리 쓰지 않기');
    expect(board.queryByRole('textbox', { name: '자유게시판 말머리 3' })).toBeNull();
    fireEvent.input(board.getByRole('textbox', { name: '자유게시판 말머리 2' }), {
      target: { value: '옛말' },
    });
    save();
    expect(await board.findByText(TEXTS.headTwice)).toBeDefined();
    expect(sent()).toBeNull();
  });

  it('keeps the own changes and those that another ADMIN saved meanwhile [ADMIN-131]', async () => {
    const board = await open();
    press(board, '정보 쓰지 않기');
    const qna = { isRequired: false, heads: [head(9, '진로')] };
    saveAnswer = () => {
      if (stored.version === 'v2') return { body: stored };
      stored = { ...stored, heads: { ...stored.heads, QNA: qna }, version: 'v2' };
      return {
        status: 409,
        body: {
          error: 'EDIT_CONFLICT',
          message: '다른 사람이 먼저 저장했습니다.',
          requestId: 'x',
        },
      };
    };
    save();
    fireEvent.click(await screen.findByRole('button', { name: '내 내용으로 저장' }));
    await screen.findByText('수정한 내용이 없습니다.');
    expect(sent().heads.QNA).toEqual(qna);
    expect(sent().heads.FREE.heads).toContainEqual(head(1, '정보', true));
  });
});
