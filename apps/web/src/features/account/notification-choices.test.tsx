import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { AlertWordsForm } from './alert-words-form.tsx';
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
    expect(
      await screen.findByText('이메일 설정을 저장하지 못했습니다. 다시 시도해 주세요.'),
    ).toBeDefined();
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

const LIST = 'GET /api/member/alert-words';
const ADD = 'POST /api/member/alert-words';
const REMOVE = 'DELETE /api/member/alert-words';

async function type(text: string) {
  const box = await screen.findByRole('textbox', { name: '새 키워드' });
  fireEvent.input(box, { target: { value: text } });
  return box;
}

const words = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('AlertWordsForm', () => {
  it('refuses a word that is too short and sends nothing [NOTIF-80]', async () => {
    const calls = fakeApi({ [LIST]: { body: { words: [] } } });
    renderWithClient(<AlertWordsForm />);
    await type('장');
    fireEvent.click(screen.getByRole('button', { name: '추가' }));
    expect(await screen.findByText('2~20자로 입력해 주세요.')).toBeDefined();
    expect(calls).toEqual([LIST]);
  });

  it('adds a word, removes it and brings it back [NOTIF-80]', async () => {
    const calls = fakeApi({
      [LIST]: { body: { words: ['장학금'] } },
      [ADD]: ({ body }) => ({
        body: { words: ['장학금', (body as { word: string }).word], message: '' },
      }),
      [REMOVE]: { body: { words: ['장학금'], message: '' } },
    });
    renderWithClient(<AlertWordsForm />);
    await type(' 인턴 ');
    fireEvent.click(screen.getByRole('button', { name: '추가' }));
    await waitFor(() => expect(words()).toEqual(['장학금', '인턴']));
    await waitFor(() => expect(calls).toContain(`${ADD} {"word":"인턴"}`));
    fireEvent.click(screen.getByRole('button', { name: '인턴 삭제' }));
    fireEvent.click(await screen.findByRole('button', { name: '인턴 되돌리기' }));
    expect(await screen.findByRole('button', { name: '인턴 삭제' })).toBeDefined();
  });

  it('keeps a removed word in its place, so that no other comes below the finger [NOTIF-80]', async () => {
    fakeApi({
      [LIST]: { body: { words: ['장학금', '인턴'] } },
      [REMOVE]: { body: { words: ['인턴'], message: '' } },
    });
    renderWithClient(<AlertWordsForm />);
    fireEvent.click(await screen.findByRole('button', { name: '장학금 삭제' }));
    expect(await screen.findByRole('button', { name: '장학금 되돌리기' })).toBeDefined();
    expect(words()).toEqual(['장학금', '인턴']);
  });

  it('returns a word that was not stored to its field, and out of the list [NOTIF-80]', async () => {
    const away = { status: 503, body: { error: 'UNAVAILABLE', message: '잠시 쉬고 있습니다.' } };
    let isAway = false;
    let refuse = () => {};
    fakeApi({
      [LIST]: () => (isAway ? away : { body: { words: ['장학금'] } }),
      [ADD]: () =>
        new Promise((resolve) => {
          isAway = true;
          refuse = () => resolve(away);
        }),
    });
    renderWithClient(<AlertWordsForm />);
    const box = await type('인턴');
    fireEvent.click(screen.getByRole('button', { name: '추가' }));
    await waitFor(() => expect(words()).toEqual(['장학금', '인턴']));
    expect(box).toHaveProperty('value', '');
    await waitFor(() => expect(isAway).toBe(true));
    refuse();
    await waitFor(() => expect(box).toHaveProperty('value', '인턴'));
    expect(words()).toEqual(['장학금']);
  });

  it('takes no more than 20 [NOTIF-80]', async () => {
    const full = Array.from({ length: 20 }, (_, n) => `낱말 ${n}`);
    fakeApi({ [LIST]: { body: { words: full } } });
    renderWithClient(<AlertWordsForm />);
    expect(await screen.findByText('키워드 20개를 모두 썼습니다.')).toBeDefined();
    expect(screen.getByRole('button', { name: '추가' })).toHaveProperty('disabled', true);
  });
});
