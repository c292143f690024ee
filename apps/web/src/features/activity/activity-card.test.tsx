import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { ActivityCard } from './activity-card.tsx';

const SCRAPS = 'GET /api/post/scraps';
const scrap = {
  id: 1,
  postId: 7,
  title: '스크랩한 글',
  excerpt: '앞부분',
  writerNickname: '익명',
  createdDate: '2026-11-20T09:00:00+09:00',
  likeCount: 3,
  boardType: 'SECRET',
  lectureRoomId: null,
  deleted: false,
};
const answer = (scraps: unknown[]) => ({
  body: { scraps, currentPage: 0, totalPages: 1, totalElements: scraps.length },
});
const show = () => renderRouted(<ActivityCard section="scraps" title="스크랩한 글" icon={null} />);

describe('ActivityCard', () => {
  it('links to the post, or to its lecture room', async () => {
    const inRoom = { ...scrap, id: 2, postId: 8, boardType: 'LECTURE_Q', lectureRoomId: 3 };
    fakeApi({ [SCRAPS]: answer([scrap, inRoom]) });
    await show();
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/main/community/secret/post/7',
      '/main/study-dashboard/3/8',
    ]);
  });

  it('shows a deleted post without text and link [POST-06]', async () => {
    fakeApi({ [SCRAPS]: answer([{ ...scrap, deleted: true, title: '', excerpt: '' }]) });
    await show();
    expect(await screen.findByText('삭제된 글입니다.')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it("shows the server's error text and retries [LIST-16]", async () => {
    let fails = true;
    const body = { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' };
    fakeApi({ [SCRAPS]: () => (fails ? { status: 503, body } : answer([])) });
    await show();
    expect((await screen.findByRole('alert')).textContent).toContain('잠시 사용할 수 없습니다.');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('스크랩한 글이 없습니다.')).toBeDefined();
  });

  it('says how an empty list fills and leads to a board [UI-213]', async () => {
    fakeApi({ [SCRAPS]: answer([]) });
    await show();
    await screen.findByText('스크랩한 글이 없습니다.');
    expect(screen.getByText('글 제목 옆의 책갈피를 누르면 여기에 모입니다.')).toBeDefined();
    const link = screen.getByRole('link', { name: '자유게시판 보기' });
    expect(link.getAttribute('href')).toBe('/main/community/free');
  });

  it('goes to the last page when the current one no longer exists', async () => {
    let totalPages = 2;
    fakeApi({
      [SCRAPS]: () => ({ body: { ...answer([scrap]).body, totalPages } }),
    });
    const { client } = await show();
    fireEvent.click(await screen.findByRole('button', { name: '2페이지' }));
    await waitFor(() =>
      expect(client.getQueryData(['activity', 'scraps', 1])).toMatchObject({ totalPages: 2 }),
    );
    totalPages = 1;
    await act(() => client.invalidateQueries());
    await waitFor(() => {
      const shown = client.getQueryCache().findAll({ type: 'active' });
      expect(shown.map(({ queryKey }) => queryKey)).toEqual([['activity', 'scraps', 0]]);
    });
  });
});
