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

  it('offers no accounts and no password while the demo is off [AUTH-37]', async () => {
    fakeApi({});
    await show(false);
    expect(screen.getAllByRole('button', { name: /로그인/ })).toHaveLength(1);
    expect(document.body.textContent).not.toContain('naru-demo');
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
