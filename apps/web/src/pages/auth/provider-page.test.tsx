import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearTokens } from '../../lib/session/tokens.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { ProviderPage } from './provider-page.tsx';

const PATH = '/login/provider';
const LOGIN = 'POST /api/member/login/provider';
const LINK = 'POST /api/member/identities';
const tokens = { accessToken: 'h.e30.s', refreshToken: 'r.9999999999' };
const me = { body: { meDto: { id: 1, roles: [] } } };
const RETURN = '?code=abc&state=def&iss=https%3A%2F%2Flogin.example';

beforeEach(() => sessionStorage.clear());

/** Comes back from the provider; `visit` is what the tab stored. */
async function comeBack(
  answers: Parameters<typeof fakeApi>[0],
  options: { query?: string; visit?: object; isLoggedIn?: boolean } = {},
) {
  const { query = RETURN, visit = {}, isLoggedIn = false } = options;
  sessionStorage.setItem('naru.provider', JSON.stringify(visit));
  const calls = fakeApi({ 'GET /api/member/me': me, ...answers });
  window.history.replaceState({}, '', PATH + query);
  const known: [string, unknown][] = [
    ['config', { siteName: '나루', signInProvider: '통합로그인' }],
  ];
  logInForTest();
  const shown = renderPage(ProviderPage, { path: PATH, at: PATH + query, known });
  if (isLoggedIn) logInForTest();
  else clearTokens();
  return { calls, router: await shown };
}

describe('the way back from the provider', () => {
  it.each([
    ['a page of this site', '/main/calendar', '/main/calendar'],
    ['no page of another site', '//evil.example/main', '/main'],
    ['no script', 'javascript:alert(1)', '/main'],
  ])(
    'opens %s after the login, with the code gone from the address [OIDC-04, OIDC-11]',
    async (_, to, opened) => {
      const answer = { body: { tokens, signUp: null } };
      const { calls, router } = await comeBack(
        { [LOGIN]: answer },
        { visit: { purpose: 'login', to } },
      );
      await waitFor(() => expect(router.state.location.pathname).toBe(opened));
      expect(calls[0]).toBe(`${LOGIN} {"code":"abc","state":"def","iss":"https://login.example"}`);
      expect(calls.filter((call) => call.startsWith(LOGIN))).toHaveLength(1);
      expect(location.search).toBe('');
      expect(sessionStorage.getItem('naru.provider')).toBeNull();
    },
  );

  it('goes on to the sign-up, the password or the second step [OIDC-06, OIDC-07, OIDC-08]', async () => {
    const signUp = {
      ticket: 't',
      username: '20261234',
      name: null,
      email: null,
      isEmailProven: false,
    };
    const first = await comeBack({ [LOGIN]: { body: { tokens: null, signUp } } });
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/login/register'));
    expect(first.router.state.location.state).toMatchObject({ signUp });
    const second = await comeBack({ [LOGIN]: { body: { tokens: null, signUp: null } } });
    await waitFor(() => expect(second.router.state.location.pathname).toBe('/login'));
    expect(second.router.state.location.state).toMatchObject({ isUnlinked: true });
    expect(second.router.state.location.search).toEqual({ redirect: '/mypage/account#provider' });
    const secondStep = { token: 'step', hasPasskey: false };
    const body = { error: 'SECOND_STEP_REQUIRED', message: '', secondStep };
    const third = await comeBack({ [LOGIN]: { status: 403, body } });
    await waitFor(() => expect(third.router.state.location.pathname).toBe('/login'));
    expect(third.router.state.location.state).toMatchObject({ secondStep });
  });

  it.each([
    ['the reason of the server', RETURN, '제공자를 확인하지 못했습니다.'],
    [
      'that it was cancelled',
      '?error=access_denied&error_description=%3Cb%3E',
      '로그인을 취소했습니다. 로그인하려면 다시 시도해 주세요.',
    ],
    [
      'that it failed',
      '?error=server_error&state=def',
      '학교 로그인으로 로그인하지 못했습니다. 다시 시도하거나 비밀번호로 로그인해 주세요.',
    ],
  ])('says %s, with a way to the login [OIDC-09, OIDC-11]', async (_, query, text) => {
    const body = { error: 'OIDC_REFUSED', message: '제공자를 확인하지 못했습니다.' };
    const visit = { purpose: 'login', to: '/main/calendar' };
    const { calls } = await comeBack({ [LOGIN]: { status: 400, body } }, { query, visit });
    expect((await screen.findByRole('alert')).textContent).toBe(`로그인하지 못했습니다.${text}`);
    const link = screen.getByRole('link', { name: '로그인 화면으로' });
    expect(link.getAttribute('href')).toContain('redirect=%2Fmain%2Fcalendar');
    expect(calls).toHaveLength(query === RETURN ? 1 : 0);
  });

  it('ends the linking of a member, or leads back to the account [OIDC-08]', async () => {
    const visit = { purpose: 'link' };
    const options = { visit, isLoggedIn: true };
    const linked = await comeBack(
      { [LINK]: { status: 201, body: { message: '계정을 연결했습니다.' } } },
      options,
    );
    await waitFor(() => expect(linked.router.state.location.pathname).toBe('/mypage/account'));
    expect(linked.router.state.location.hash).toBe('provider');
    const body = {
      error: 'IDENTITY_TAKEN',
      message: '이미 다른 회원에게 연결된 계정입니다. 다른 계정으로 로그인해 주세요.',
    };
    await comeBack({ [LINK]: { status: 409, body } }, options);
    expect((await screen.findByRole('alert')).textContent).toContain(body.message);
    expect(screen.getByRole('link', { name: '계정 설정으로 돌아가기' })).toBeDefined();
  });

  it('asks for the code of the second factor after the way back, and ends without one [OIDC-13]', async () => {
    const message = '인증 코드를 입력해 주세요.';
    const errors = [{ field: 'code', message }];
    const asked = { status: 400, body: { error: 'CODE_INCORRECT', message, errors } };
    const linked = { status: 201, body: { message: '계정을 연결했습니다.' } };
    const answer = (body: unknown) =>
      JSON.stringify(body).includes('factorCode') ? linked : asked;
    const options = { visit: { purpose: 'link' }, isLoggedIn: true };
    const { calls, router } = await comeBack({ [LINK]: ({ body }) => answer(body) }, options);
    const field = await screen.findByRole('textbox', { name: '인증 코드' });
    fireEvent.input(field, { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: '연결' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/mypage/account'));
    const sent = calls.filter((call) => call.startsWith(LINK));
    expect(sent[1]).toBe(
      `${LINK} {"code":"abc","state":"def","iss":"https://login.example","factorCode":"123456"}`,
    );
    cleanup();
    await comeBack({ [LINK]: asked }, options);
    fireEvent.click(await screen.findByRole('button', { name: '취소' }));
    expect((await screen.findByRole('alert')).textContent).toContain('연결을 취소했습니다.');
  });
});
