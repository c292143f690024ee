import type { PostDetail } from '@naru/contract/posts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { BoardPostMenu } from '../item/board-post-menu.tsx';

const POST = {
  id: 7,
  boardType: 'NOTICE_SC',
  title: '축제',
  pinned: false,
  pinnedUntil: null,
  isAuthor: false,
} as PostDetail;

let calls: string[];
let role: string;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T05:00:00Z'), toFake: ['Date'] });
  role = 'STUDENT_COUNCIL';
  calls = fakeApi({
    'PUT /api/post/7/pin': { body: { message: '목록 맨 위에 고정했습니다.' } },
    'DELETE /api/post/7/pin': { body: { message: '고정을 해제했습니다.' } },
  });
  return () => vi.useRealTimers();
});

const show = (post: PostDetail) =>
  renderRouted(<BoardPostMenu post={post} onRemoved={() => undefined} />, [
    ['me', { id: 1, roles: ['USER', role] }],
  ]);
const open = async (post: PostDetail) => {
  await show(post);
  fireEvent.click(await screen.findByRole('button', { name: '게시글 메뉴' }));
};
const choose = async (name: string) =>
  fireEvent.click(await screen.findByRole('menuitem', { name }));

describe('the pin in the menu of a post', () => {
  it('asks for the last day and pins the post [POST-21]', async () => {
    await open(POST);
    expect(screen.queryByRole('menuitem', { name: '삭제' })).toBeNull();
    await choose('맨 위에 고정');
    const dialog = within(await screen.findByRole('dialog', { name: '목록 맨 위에 고정' }));
    const day = dialog.getByLabelText<HTMLInputElement>(/고정 종료일/);
    expect(day.value).toBe('2026-11-27');
    fireEvent.click(dialog.getByRole('button', { name: '2주일' }));
    expect(day.value).toBe('2026-12-04');
    fireEvent.change(day, { target: { value: '' } });
    fireEvent.click(dialog.getByRole('button', { name: '고정' }));
    expect(await dialog.findByText('고정 종료일을 선택해 주세요.')).toBeDefined();
    fireEvent.change(day, { target: { value: '2026-12-01' } });
    fireEvent.click(dialog.getByRole('button', { name: '고정' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toContain('PUT /api/post/7/pin {"until":"2026-12-01"}');
  });

  it('changes and ends a pin [POST-21]', async () => {
    await open({ ...POST, pinned: true, pinnedUntil: '2026-11-23T00:00:00+09:00' });
    await choose('고정 기간 바꾸기');
    const dialog = within(await screen.findByRole('dialog', { name: '고정 기간 바꾸기' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/고정 종료일/).value).toBe('2026-11-22');
    fireEvent.click(dialog.getByRole('button', { name: '취소' }));
    fireEvent.click(screen.getByRole('button', { name: '게시글 메뉴' }));
    await choose('고정 해제');
    await vi.waitFor(() => expect(calls).toContain('DELETE /api/post/7/pin'));
  });

  it('is missing for members who are no staff of the board [POST-21]', async () => {
    role = 'PROFESSOR';
    await open(POST);
    await screen.findByRole('menuitem', { name: '링크 복사' });
    expect(screen.queryByRole('menuitem', { name: /고정/ })).toBeNull();
  });
});
