import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
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

  it('lets a member leave a team whose post cannot be seen [TEAM-03, TEAM-06]', async () => {
    const application = {
      postId: 7,
      title: '',
      isThere: false,
      state: 'ACCEPTED',
      date: scrap.createdDate,
    };
    const ended = { ...application, postId: 8, state: 'ENDED' };
    const left = 'DELETE /api/team/7/application';
    const calls = fakeApi({
      'GET /api/team/mine': {
        body: {
          applications: [application, ended],
          currentPage: 0,
          totalPages: 1,
          totalElements: 2,
        },
      },
      [left]: { body: { message: '팀에서 나왔습니다.' } },
    });
    await renderRouted(<ActivityCard section="teams" title="지원한 팀" icon={null} />);
    expect(await screen.findAllByText('볼 수 없는 글입니다.')).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: '팀에서 나가기' }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: '나가기' }));
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text: '팀에서 나왔습니다.' }]));
    expect(calls).toContain(left);
    expect(screen.queryByRole('button', { name: '지원 취소' })).toBeNull();
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

const own = {
  id: 31,
  postId: 7,
  boardType: 'FREE',
  lectureRoomId: null,
  title: '해무가 낀 날',
  content: '내 댓글',
  createdDate: '2026-11-20T12:00:00+09:00',
};

type Action = { onClick: () => void };
const lastAction = () =>
  toast
    .getToasts()
    .map((shown) => Reflect.get(shown, 'action') as Action | undefined)
    .at(-1);

/** Serves the own comments, of which one can be deleted and come back. */
async function showOwn(more: object = {}, isListSlow = false) {
  let isThere = true;
  const rows = () => (isThere || isListSlow ? [{ ...own, ...more }] : []);
  const calls = fakeApi({
    'GET /api/post/my-comments': () => ({
      body: { posts: rows(), totalPages: 1, totalElements: rows().length },
    }),
    'DELETE /api/comment/31': () => {
      isThere = false;
      return { body: { message: '', commentCount: 0 } };
    },
    'POST /api/comment/31/restore': () => {
      isThere = true;
      return { body: { message: '댓글을 되돌렸습니다.', commentCount: 1, comment: {} } };
    },
  });
  await renderRouted(<ActivityCard section="comments" title="작성한 댓글" icon={null} />);
  const press = async () =>
    fireEvent.click(await screen.findByRole('button', { name: '‘내 댓글’ 댓글 삭제' }));
  return { press, deletions: () => calls.filter((call) => call.startsWith('DELETE')) };
}

describe('own comments in the activity', () => {
  it('are deleted at once, with a way back and a place for the focus [COMM-110]', async () => {
    const { press, deletions } = await showOwn();
    await press();
    await press();
    await screen.findByText('작성한 댓글이 없습니다.');
    expect(deletions()).toHaveLength(1);
    expect(document.activeElement?.id).toBe('comments-title');
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text: '댓글이 삭제되었습니다.' }]));
    act(() => lastAction()?.onClick());
    expect(await screen.findByText('내 댓글')).toBeDefined();
  });

  it('are deleted again after they were taken back before the list came [COMM-110]', async () => {
    const { press, deletions } = await showOwn({}, true);
    await press();
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text: '댓글이 삭제되었습니다.' }]));
    act(() => lastAction()?.onClick());
    await waitFor(() =>
      expect(shownToasts().at(-1)).toMatchObject({ text: '댓글을 되돌렸습니다.' }),
    );
    await press();
    await waitFor(() => expect(deletions()).toHaveLength(2));
  });

  it.each([
    [{ accepted: true }, '채택된'],
    [{ blinded: true }, '운영진이 확인하고 있는'],
  ])('ask first when they do not come back: %j [COMM-110]', async (more, what) => {
    const { press, deletions } = await showOwn(more);
    await press();
    const question = await screen.findByRole('alertdialog', { name: '이 댓글을 삭제할까요?' });
    expect(question.textContent).toContain(what);
    expect(deletions()).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: '삭제' }));
    await screen.findByText('작성한 댓글이 없습니다.');
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text: '댓글이 삭제되었습니다.' }]));
    expect(lastAction()).toBeUndefined();
  });
});

it('asks before it deletes an own post from the activity [POST-06]', async () => {
  const post = { ...own, id: 7, content: undefined, postId: undefined };
  let posts = [post];
  fakeApi({
    'GET /api/post/my-posts': () => ({
      body: { posts, totalPages: 1, totalElements: posts.length },
    }),
    'DELETE /api/post/7': () => {
      posts = [];
      return { body: { message: '' } };
    },
  });
  await renderRouted(<ActivityCard section="posts" title="작성한 글" icon={null} />);
  fireEvent.click(await screen.findByRole('button', { name: '‘해무가 낀 날’ 글 삭제' }));
  const question = await screen.findByRole('alertdialog', { name: '이 글을 삭제할까요?' });
  const confirm = within(question).getByRole('button', { name: '삭제' });
  confirm.focus();
  fireEvent.click(confirm);
  await screen.findByText('작성한 글이 없습니다.');
  expect(document.activeElement?.id).toBe('posts-title');
});

it('has no button on what others wrote', async () => {
  fakeApi({ [SCRAPS]: answer([scrap]) });
  await show();
  await screen.findAllByRole('link');
  expect(screen.queryByRole('button', { name: /삭제$/ })).toBeNull();
});
