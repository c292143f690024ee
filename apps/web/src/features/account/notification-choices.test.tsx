import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { FollowedList } from './followed-list.tsx';
import { WorkEmailsForm } from './notification-choices.tsx';

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

describe('WorkEmailsForm', () => {
  it('chooses when to get e-mails about new work [NOTIF-31]', async () => {
    const calls = fakeApi({
      'GET /api/member/work-emails': { body: { emails: 'DAILY' } },
      'PUT /api/member/work-emails': { body: { emails: 'NOW' } },
    });
    renderWithClient(<WorkEmailsForm />);
    expect((await radio('하루 한 번')).checked).toBe(true);
    fireEvent.click(await radio('바로'));
    expect((await radio('바로')).checked).toBe(true);
    await waitFor(() => expect(calls).toContain('PUT /api/member/work-emails {"emails":"NOW"}'));
  });

  it('goes back to the stored choice when it was not saved', async () => {
    fakeApi({
      'GET /api/member/work-emails': { body: { emails: 'DAILY' } },
      'PUT /api/member/work-emails': { status: 500, body: {} },
    });
    renderWithClient(
      <>
        <WorkEmailsForm />
        <Toaster />
      </>,
    );
    fireEvent.click(await radio('받지 않음'));
    await waitFor(async () => expect((await radio('하루 한 번')).checked).toBe(true));
    expect(await screen.findByText('이메일 설정을 바꾸지 못했습니다.')).toBeDefined();
  });
});

const MINE = 'GET /api/member/follows';

function postOf(id: number, title: string) {
  return { id, title, place: '자유게시판', boardType: 'FREE', lectureRoomId: null };
}

it('keeps what is switched off in its place, so that no other row comes below the finger [NOTIF-77]', async () => {
  const posts = [postOf(7, '첫 글'), postOf(5, '둘째 글')];
  let stored = posts;
  fakeApi({
    [MINE]: () => ({ body: { posts: stored, boards: [] } }),
    'PUT /api/post/7/follow': ({ body }) => {
      const { follows } = body as { follows: boolean };
      stored = follows ? posts : posts.slice(1);
      return { body: { follows, message: '' } };
    },
  });
  await renderRouted(<FollowedList />);
  const rows = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  fireEvent.click(await screen.findByRole('button', { name: '첫 글 알림 끄기' }));
  const back = await screen.findByRole('button', { name: '첫 글 다시 켜기' });
  expect(rows()).toEqual(['첫 글', '둘째 글']);
  fireEvent.click(back);
  expect(await screen.findByRole('button', { name: '첫 글 알림 끄기' })).toBeDefined();
  expect(rows()).toEqual(['첫 글', '둘째 글']);
});
