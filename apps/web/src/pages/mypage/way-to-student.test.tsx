import { BOARDS } from '@naru/contract/boards';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { BoardHeader } from '../../features/boards/board-header.tsx';
import { RegisterButton } from '../../features/posts/item/register-button.tsx';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { AccountPage } from './account-page.tsx';

const NEWCOMER = { id: 9, roles: ['USER'], favoriteBoards: [], email: 'me@example.com' };

async function show(part: ReactNode, studentEmailDomains: string[]) {
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
    const router = await show(part, ['example.ac.kr']);
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('학교 이메일(example.ac.kr)을 인증해 주세요.');
    fireEvent.click(screen.getByRole('button', { name: '학교 이메일 인증하기' }));
    await waitFor(() => expect(router.state.location.href).toBe('/mypage/account#email'));
  });

  it('is led to a request where no address grants the role [ROLE-28]', async () => {
    const router = await show(<BoardHeader board={BOARDS.FREE} />, []);
    fireEvent.click(screen.getByRole('button', { name: /^글쓰기/ }));
    fireEvent.click(await screen.findByRole('button', { name: '학생 권한 요청하기' }));
    await waitFor(() => expect(router.state.location.href).toBe('/support?category=ROLE_REQUEST'));
  });

  it('finds the address focused on the account page', async () => {
    const reauthUntil = new Date(Date.now() + 600_000).toISOString();
    await renderPage(AccountPage, {
      at: '/#email',
      known: [
        ['me', { ...NEWCOMER, reauthUntil, nickname: '새배', intro: '', username: '20261234' }],
        ['config', { studentEmailDomains: ['example.ac.kr'] }],
      ],
    });
    const address = await screen.findByRole('textbox', { name: '이메일' });
    await waitFor(() => expect(document.activeElement).toBe(address));
  });
});
