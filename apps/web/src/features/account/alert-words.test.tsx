import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { AlertWordsForm } from './alert-words-form.tsx';

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
    fireEvent.click(screen.getByRole('button', { name: '인턴 지우기' }));
    fireEvent.click(await screen.findByRole('button', { name: '인턴 되돌리기' }));
    expect(await screen.findByRole('button', { name: '인턴 지우기' })).toBeDefined();
  });

  it('keeps a removed word in its place, so that no other comes below the finger [NOTIF-80]', async () => {
    fakeApi({
      [LIST]: { body: { words: ['장학금', '인턴'] } },
      [REMOVE]: { body: { words: ['인턴'], message: '' } },
    });
    renderWithClient(<AlertWordsForm />);
    fireEvent.click(await screen.findByRole('button', { name: '장학금 지우기' }));
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
