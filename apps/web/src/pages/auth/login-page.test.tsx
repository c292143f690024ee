import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '../../features/auth/demo-logins.tsx';
import { readTokens } from '../../lib/session/tokens.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { LoginPage } from './login-page.tsx';

const LOGIN = 'POST /api/member/login';
const show = (demo: boolean) =>
  renderPage(LoginPage, { path: '/login', known: [['config', { demo, departmentName: '학부' }]] });

describe('LoginPage', () => {
  it.each([
    ['학생', '20250001'],
    ['교수', 'prof01'],
    ['학생회', 'council01'],
    ['조교', 'manager01'],
    ['관리자', 'admin01'],
  ])('enters the demo as %s with one tap [AUTH-37]', async (role, username) => {
    const tokens = { accessToken: 'h.e30.s', refreshToken: 'r.9999999999' };
    const calls = fakeApi({
      [LOGIN]: { body: tokens },
      'GET /api/member/me': { body: { meDto: { id: 1, roles: [] } } },
    });
    const router = await show(true);
    fireEvent.click(screen.getByRole('button', { name: `체험용 ${role} 계정으로 들어가기` }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/main'));
    expect(calls[0]).toBe(`${LOGIN} {"username":"${username}","password":"naru-demo-1"}`);
    expect(readTokens()?.accessToken).toBe(tokens.accessToken);
  });

  it('shows why a demo account was refused', async () => {
    const message = '잠시 후 다시 시도해 주세요.';
    fakeApi({ [LOGIN]: { status: 429, body: { error: 'RATE_LIMITED', message } } });
    await show(true);
    fireEvent.click(screen.getByRole('button', { name: /교수 계정/ }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('offers the provider by its name, and says when it is away [OIDC-09, OIDC-11]', async () => {
    const message = '지금은 학교 로그인에 연결할 수 없습니다.';
    const begin = 'POST /api/member/login/provider/begin';
    const calls = fakeApi({
      [begin]: { status: 503, body: { error: 'OIDC_UNAVAILABLE', message } },
    });
    const config = { demo: false, signInProvider: '바다포털' };
    await renderPage(LoginPage, { path: '/login', known: [['config', config]] });
    fireEvent.click(screen.getByRole('button', { name: '바다포털로 로그인' }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(calls).toEqual([begin]);
    expect(screen.getByRole('button', { name: '로그인' })).toBeDefined();
  });

  it('offers no accounts and no password while the demo is off [AUTH-37]', async () => {
    fakeApi({});
    await show(false);
    expect(screen.getAllByRole('button', { name: /로그인/ })).toHaveLength(1);
    expect(document.body.textContent).not.toContain('naru-demo');
  });

  it('asks for the code after the password, and for the password again when it took too long [MFA-03, MFA-14]', async () => {
    const secondStep = { token: 'step', hasPasskey: false };
    const step = 'POST /api/member/login/second-step';
    let answer: { status?: number; body: unknown } = {
      status: 403,
      body: {
        error: 'SECOND_STEP_EXPIRED',
        message: '로그인 시간이 지났습니다. 다시 로그인해 주세요.',
      },
    };
    const calls = fakeApi({
      [LOGIN]: { status: 403, body: { error: 'SECOND_STEP_REQUIRED', message: '', secondStep } },
      [step]: () => answer,
      'GET /api/member/me': { body: { meDto: { id: 1, roles: [], secondFactorDue: true } } },
    });
    const router = await show(true);
    const ask = async () => {
      fireEvent.click(screen.getByRole('button', { name: /학생 계정/ }));
      return screen.findByLabelText<HTMLInputElement>('인증 코드');
    };
    const enter = (field: HTMLInputElement, value: string) => {
      fireEvent.input(field, { target: { value } });
      fireEvent.click(screen.getByRole('button', { name: '확인' }));
    };
    const field = await ask();
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    enter(field, '１２３ 456');
    await screen.findByRole('button', { name: '로그인' });
    expect(calls.at(-1)).toBe(`${step} {"token":"step","code":"123456"}`);
    answer = { body: { accessToken: 'h.e30.s', refreshToken: 'r.9999999999' } };
    const again = await ask();
    fireEvent.click(screen.getByRole('button', { name: /복구 코드로 로그인/ }));
    expect(again.isConnected).toBe(false);
    enter(screen.getByLabelText('복구 코드'), 'ABCDE-fghjk');
    await waitFor(() => expect(router.state.location.pathname).toBe('/mypage/account'));
    expect(router.state.location.hash).toBe('second-factor');
    expect(calls).toContain(`${step} {"token":"step","code":"abcdefghjk"}`);
  });

  it('names accounts of the demo content [OPS-05]', () => {
    const file = '../../../../../packages/demo/src/content/members.json';
    const members: { username: string; roles: string[] }[] = JSON.parse(
      readFileSync(new URL(file, import.meta.url), 'utf8'),
    );
    for (const { role, username } of DEMO_LOGINS) {
      expect(members.find((member) => member.username === username)?.roles).toContain(role);
    }
  });
});
