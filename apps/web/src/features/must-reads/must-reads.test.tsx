import type { PostDetail } from '@naru/contract/posts';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { postItemFixture } from '../../testing/posts.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { MustReadBox } from './must-read-box.tsx';
import { MustReadList } from './must-read-list.tsx';

const ASKED = { round: 2, dueOn: '2020-11-25', isAsked: true, confirmedAt: null };
const CONFIRM = 'POST /api/post/5/must-read/confirm';
const READERS = 'GET /api/post/5/must-read';
const REMIND = 'POST /api/post/5/must-read/remind';
const reload = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  logInForTest();
});

function Notice({ state }: { state: PostDetail['mustReadState'] }) {
  const [post, setPost] = useState({
    ...postItemFixture({ boardType: 'NOTICE' }),
    isAuthor: false,
    years: [4],
    mustReadState: state,
  } as PostDetail);
  return (
    <MustReadBox
      post={post}
      show={(patch) => setPost((now) => ({ ...now, ...patch }))}
      reload={reload}
    />
  );
}
const open = (state: PostDetail['mustReadState'], role = 'STUDENT') =>
  renderRouted(<Notice state={state} />, [['me', { id: 1, roles: [role], mustReadCount: 1 }]]);

describe('the end of a must-read notice', () => {
  it('sends the round that was read and says when it was confirmed [POST-240]', async () => {
    const calls = fakeApi({
      [CONFIRM]: { body: { message: '', confirmedAt: '2026-11-23T14:02:00+09:00' } },
    });
    await open(ASKED);
    expect(screen.getByText('기한 지남')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '읽었습니다' }));
    const said = await screen.findByText('2026-11-23 14:02에 읽었다고 확인했습니다.');
    expect(calls).toContain(`${CONFIRM} {"round":2}`);
    expect(screen.queryByRole('button', { name: '읽었습니다' })).toBeNull();
    expect(said.closest('p')).toBe(document.activeElement);
  });

  it('is read again when it has changed [POST-242]', async () => {
    const body = { error: 'MUST_READ_CHANGED', message: '공지가 바뀌었습니다.', requestId: 'x' };
    fakeApi({ [CONFIRM]: { status: 409, body } });
    await open(ASKED);
    fireEvent.click(screen.getByRole('button', { name: '읽었습니다' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  });

  it('asks nobody else and shows only staff who has confirmed [POST-241]', async () => {
    fakeApi({});
    await open({ ...ASKED, isAsked: false });
    expect(screen.getByText(/4학년 학생에게 확인을 받는/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('lets staff remind those who have not, once [POST-243]', async () => {
    let isReminded = false;
    const reader = { id: 9, name: null, username: null, year: null, confirmedAt: null };
    const calls = fakeApi({
      [READERS]: () => ({
        body: {
          readers: [{ ...reader, nickname: '물결' }],
          isNamed: true,
          years: [
            { year: 4, waiting: 0, confirmed: 3 },
            { year: null, waiting: 1, confirmed: 0 },
          ],
          ...{ currentPage: 0, totalPages: 1, totalCount: 1, dueOn: null, isReminded },
        },
      }),
      [REMIND]: () => {
        isReminded = true;
        return { body: { message: '', count: 1 } };
      },
    });
    await open({ ...ASKED, isAsked: false }, 'MANAGER');
    fireEvent.click(screen.getByRole('button', { name: '확인 현황' }));
    expect(await screen.findByText('물결')).toBeDefined();
    expect(screen.getByText('3/4명')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '1명에게 다시 알리기' }));
    const done = await screen.findByRole('button', { name: '오늘 다시 알렸습니다' });
    expect(calls.filter((call) => call.startsWith(REMIND))).toHaveLength(1);
    expect(done).toBeDefined();
  });
});

describe('the readers of a notice for groups', () => {
  it('are counts alone for the student council [NOTIF-388]', async () => {
    const years = [{ year: 4, waiting: 2, confirmed: 1 }];
    const page = { currentPage: 0, totalPages: 1, totalCount: 2 };
    fakeApi({
      [READERS]: {
        body: { ...page, readers: [], isNamed: false, years, dueOn: null, isReminded: false },
      },
    });
    await open({ ...ASKED, isAsked: false }, 'MANAGER');
    fireEvent.click(screen.getByRole('button', { name: '확인 현황' }));
    expect(await screen.findByText(/이름은 조교와 관리자만 봅니다/)).toBeDefined();
    expect(screen.getByText('1/3명')).toBeDefined();
    expect(screen.getByRole('button', { name: '2명에게 다시 알리기' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('must-read notices on the dashboard', () => {
  it('lead to the notices and say how many more there are [POST-240]', async () => {
    const notice = { id: 5, boardType: 'NOTICE', title: '안전 교육', dueOn: null };
    fakeApi({ 'GET /api/member/must-reads': { body: { notices: [notice], totalCount: 4 } } });
    await renderRouted(<MustReadList />);
    const link = await screen.findByRole('link', { name: /^필독 ?안전 교육/ });
    expect(link.getAttribute('href')).toBe('/main/community/notice/post/5');
    expect(screen.getByText('외 3개')).toBeDefined();
  });
});
