import { BOARDS } from '@naru/contract/boards';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BoardHeader } from '../../features/boards/board-header.tsx';
import { RegisterButton } from '../../features/posts/item/register-button.tsx';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { EmailChange } from './email-change.tsx';

const SEND = 'POST /api/auth/email-check';
const VERIFY = 'POST /api/auth/verify-code';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });
const sent = {
  body: {
    message: '',
    expiresAt: '2026-11-20T14:05:00+09:00',
    resendAt: '2026-11-20T14:01:00+09:00',
  },
};

function show(answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(answers);
  renderWithClient(<EmailChange current="old@example.com" prove={vi.fn()} />);
  return calls;
}

describe('EmailChange', () => {
  it('shows an unchanged address under its field and sends nothing', async () => {
    const calls = show({});
    press('인증 코드 받기');
    expect(await screen.findByText('이메일이 변경되지 않았습니다.')).toBeDefined();
    expect(screen.getByRole('textbox', { name: '이메일' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('shows a failure of the mail in the alert of the form', async () => {
    const message = '인증 코드를 너무 자주 요청했습니다.';
    show({ [SEND]: { status: 429, body: { error: 'CODE_THROTTLED', message } } });
    type('이메일', 'new@example.com');
    press('인증 코드 받기');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('shows a wrong code under the code and goes back with an address that is refused', async () => {
    let isRight = false;
    const taken = '이미 사용 중인 이메일입니다.';
    show({
      [SEND]: sent,
      [VERIFY]: () =>
        isRight
          ? {
              status: 409,
              body: {
                error: 'DUPLICATE',
                message: taken,
                errors: [{ field: 'email', message: taken }],
              },
            }
          : { status: 400, body: { error: 'CODE_INCORRECT', message: '코드가 다릅니다.' } },
    });
    type('이메일', 'new@example.com');
    press('인증 코드 받기');
    await screen.findByRole('textbox', { name: '인증 코드' });
    press('이메일 변경');
    expect(await screen.findByText('인증 코드를 입력해주세요.')).toBeDefined();
    type('인증 코드', '12 34 56 78');
    expect(screen.getByRole('textbox', { name: '인증 코드' })).toHaveProperty('value', '123456');
    expect(await screen.findByText('코드가 다릅니다.')).toBeDefined();
    isRight = true;
    press('이메일 변경');
    expect(await screen.findByText(taken)).toBeDefined();
    expect(screen.getByRole('textbox', { name: '이메일' })).toHaveProperty(
      'value',
      'new@example.com',
    );
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '이메일' })),
    );
  });
});

const NEWCOMER = { id: 9, roles: ['USER'], favoriteBoards: [], email: 'me@example.com' };

async function showAccount(part: ReactNode, studentEmailDomains: string[]) {
  const config = { studentEmailDomains };
  const { router } = await renderRouted(part, [
    ['me', NEWCOMER],
    ['config', config],
  ]);
  return router;
}

describe('a member below STUDENT', () => {
  beforeEach(() => {
    logInForTest();
    fakeApi({});
  });

  it.each([
    ['글쓰기', <BoardHeader key="post" board={BOARDS.FREE} />],
    ['물품 등록', <RegisterButton key="item" />],
  ])('is led from %s to the own address [ROLE-28]', async (name, part) => {
    const router = await showAccount(part, ['example.ac.kr']);
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('학교 이메일(example.ac.kr)을 인증해 주세요.');
    fireEvent.click(screen.getByRole('button', { name: '학교 이메일 인증하기' }));
    await waitFor(() => expect(router.state.location.href).toBe('/mypage/account#email'));
  });

  it('is led to a request where no address grants the role [ROLE-28]', async () => {
    const router = await showAccount(<BoardHeader board={BOARDS.FREE} />, []);
    fireEvent.click(screen.getByRole('button', { name: /^글쓰기/ }));
    fireEvent.click(await screen.findByRole('button', { name: '학생 권한 요청하기' }));
    await waitFor(() => expect(router.state.location.href).toBe('/support?category=ROLE_REQUEST'));
  });
});
