import type { LoggedEmail } from '@naru/contract/emails';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { reasonOf } from './email-row.tsx';
import { type EmailPlace, EmailsView } from './emails-view.tsx';

const LIST = 'GET /api/admin/emails';
const page = { currentPage: 0, size: 50, totalPages: 1, totalElements: 2 };
const refused: LoggedEmail = {
  id: 2,
  recipient: 'gone@example.ac.kr',
  kind: 'INVITATION',
  state: 'FAILED',
  createdAt: '2026-11-20T09:00:00+09:00',
  triedAt: '2026-11-20T09:00:02+09:00',
  attempts: 1,
  reply: '550 5.1.1',
  isUnclear: false,
  owner: { type: 'ROSTER', username: '20270001', name: '김하늘' },
};
const waiting: LoggedEmail = {
  ...refused,
  id: 1,
  recipient: 'full@example.ac.kr',
  kind: 'ANSWER',
  state: 'WAITING',
  attempts: 4,
  reply: '452 4.2.2',
  owner: null,
};

let calls: string[];
/** Keeps the place as the address does. */
function Placed({ start }: { start: EmailPlace }) {
  const [place, setPlace] = useState(start);
  return (
    <>
      <EmailsView place={place} onPlace={setPlace} />
      <button type="button" onClick={() => setPlace({ filter: { query: '' }, page: 0 })}>
        메뉴
      </button>
    </>
  );
}

async function show(answers: Parameters<typeof fakeApi>[0], state?: LoggedEmail['state']) {
  calls = fakeApi(answers);
  await renderRouted(<Placed start={{ filter: { state, query: '' }, page: 0 }} />);
}

beforeEach(() => logInForTest());

describe('EmailsView', () => {
  it('names who got what, what became of it and where to correct it [MAIL-02]', async () => {
    await show({ [LIST]: { body: { emails: [refused, waiting], page } } });
    const list = await screen.findByRole('list', { name: '이메일' });
    const [first, second] = within(list).getAllByRole('listitem');
    if (!first || !second) throw new Error('two e-mails are listed');
    expect(first.textContent).toContain('gone@example.ac.kr배달 실패초대명부 김하늘 (20270001)');
    expect(first.textContent).toContain('없는 주소입니다. 응답 550 5.1.1');
    const link = within(first).getByRole('link', { name: '명부에서 이메일 수정' });
    expect(link.getAttribute('href')).toMatch(/menu=ROSTER&query=(%22)?20270001/);
    expect(second.textContent).toContain('받은편지함이 가득 찼습니다. 응답 452 4.2.2');
    expect(second.textContent).toContain('까지 4번 시도');
    expect(within(second).queryByRole('link')).toBeNull();
  });

  it('begins with the state of a link and asks again on submit only [AUDIT-02]', async () => {
    const empty = { ...page, totalElements: 0, totalPages: 0 };
    await show({ [LIST]: { body: { emails: [], page: empty } } }, 'FAILED');
    expect(await screen.findByText('조건에 맞는 이메일이 없습니다.')).toBeDefined();
    expect(calls).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('종류'), { target: { value: 'CODE' } });
    fireEvent.change(screen.getByLabelText('상태'), { target: { value: '' } });
    expect(calls).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: '검색' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    fireEvent.click(screen.getByRole('button', { name: '메뉴' }));
    await waitFor(() => expect(screen.getByLabelText('종류')).toHaveProperty('value', ''));
  });
});

it.each([
  ['550 5.1.1', '없는 주소입니다.'],
  ['550', '이메일 서버가 이 이메일을 받지 않았습니다.'],
  ['550 5.1.7', '이메일 서버가 이 이메일을 받지 않았습니다.'],
  ['550 5.4.1', '없는 주소입니다.'],
  ['552 5.2.2', '받은편지함이 가득 찼습니다.'],
  ['550 5.2.1', '사용할 수 없는 편지함입니다.'],
  ['556 5.1.10', '이메일을 받지 않는 도메인입니다.'],
  ['550 5.7.133', '외부에서 보내는 이메일을 받지 않는 주소입니다.'],
  ['451', '지금은 받을 수 없다고 답했습니다.'],
  ['ECONNREFUSED', '이메일 서버에 연결하지 못했습니다.'],
])('the reply %s is explained [MAIL-02]', (reply, text) => {
  expect(reasonOf({ reply, isUnclear: false })).toBe(text);
});

it.each(['550', '553 5.1.8', '550 5.7.1', '554 5.1.0'])(
  'the reply %s is not said to be about the address when it is unclear [MAIL-12]',
  (reply) => {
    const text = '이메일 서버가 이 사이트의 이메일을 거절했습니다.';
    expect(reasonOf({ reply, isUnclear: true })).toBe(text);
    expect(reasonOf({ reply: '451 4.7.1', isUnclear: true })).toBe(
      '지금은 받을 수 없다고 답했습니다.',
    );
  },
);
