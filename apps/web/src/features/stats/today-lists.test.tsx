import type { TodayComment, TodayPost } from '@naru/contract/stats';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeTokens } from '../../lib/session/tokens.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { TodayLists } from './today-lists.tsx';

const POST: TodayPost = {
  id: 7,
  title: '과제 질문',
  boardType: 'QNA',
  boardName: '질문게시판',
  lectureId: null,
  writerNickname: '텐서',
  createdDate: '2026-11-20T14:02:00+09:00',
  viewCount: 3,
  likeCount: 2,
  commentCount: 1,
};
const COMMENT: TodayComment = {
  id: 9,
  content: '<b>감사합니다</b>',
  boardType: 'LECTURE_Q',
  boardName: '강의실 질문',
  lectureId: 4,
  postId: 8,
  postTitle: '기말 범위',
  writerNickname: '익명',
  createdDate: '2026-11-20T14:03:00+09:00',
};
const page = (rows: unknown[]) => ({
  body: rows,
  headers: { 'x-total-count': String(rows.length) },
});

let posts: TodayPost[];
let calls: string[];
beforeEach(() => {
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`,
    refreshToken: `r.${Math.floor(Date.now() / 1000) + 600}`,
  });
  posts = [POST];
  calls = fakeApi({
    'GET /api/admin/today-posts': () => page(posts),
    'GET /api/admin/today-comments': page([COMMENT]),
    'DELETE /api/post/7': () => {
      posts = [];
      return { body: { message: '게시글을 삭제했습니다.' } };
    },
  });
});

const show = (role: string) =>
  renderRouted(<TodayLists />, [['me', { id: 1, roles: ['USER', role] }]]);
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('TodayLists', () => {
  it('shows today’s items as text, each with a link', async () => {
    await show('MANAGER');
    const post = await screen.findByRole('link', { name: /과제 질문/ });
    expect(post.getAttribute('href')).toBe('/main/community/qna/post/7');
    const comment = section('오늘의 댓글');
    expect(comment.getByText('<b>감사합니다</b>')).toBeDefined();
    expect(comment.getByText('익명')).toBeDefined();
    expect(comment.getByRole('link').getAttribute('href')).toBe('/main/study-dashboard/4/8');
  });

  it('deletes an item with a reason and updates the list [MOD-02]', async () => {
    await show('MANAGER');
    fireEvent.click(await screen.findByRole('button', { name: '과제 질문 삭제' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '삭제' }));
    expect(await dialog.findByText('사유를 입력해 주세요.')).toBeDefined();
    expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false);
    fireEvent.input(dialog.getByRole('textbox'), { target: { value: ' 광고 ' } });
    fireEvent.click(dialog.getByRole('button', { name: '삭제' }));
    expect(await screen.findByText('게시글이 없습니다.')).toBeDefined();
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /api/post/7']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('hides deletion from the council and explains why', async () => {
    await show('STUDENT_COUNCIL');
    await screen.findByRole('link', { name: /과제 질문/ });
    expect(screen.queryByRole('button', { name: /삭제/ })).toBeNull();
    expect(screen.getByText('삭제는 조교 이상만 할 수 있습니다.')).toBeDefined();
  });
});
