import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeMedia } from '../../testing/fake-page.tsx';
import { renderApp } from '../../testing/whole-app.tsx';
import { ACCOUNT_PAGES } from './account-pages.ts';

const show = (path: string, more = {}, isNarrow = true) => {
  fakeMedia(isNarrow);
  return renderApp(path, 'STUDENT', more);
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const gate = () => screen.queryByRole('heading', { name: '비밀번호 확인' });

describe('the account', () => {
  it.each(ACCOUNT_PAGES)(
    'has $name as a page with its heading and the way back [UI-345]',
    async (one) => {
      const { router } = await show(`/mypage/account/${one.page}`);
      await heading(one.name);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      expect(gate() !== null, 'only the page of the secrets asks').toBe(one.page === 'security');
      fireEvent.click(screen.getByRole('link', { name: '계정 설정' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/mypage/account'));
      const list = within(await screen.findByRole('navigation', { name: '계정 설정' }));
      expect(list.getAllByRole('link')).toHaveLength(ACCOUNT_PAGES.length);
    },
  );

  it('leads from the list into a page, which takes the focus, and Back leads to the list [UI-345]', async () => {
    const { router } = await show('/mypage/account');
    const list = within(await screen.findByRole('navigation', { name: '계정 설정' }));
    fireEvent.click(list.getByRole('link', { name: /^알림/ }));
    const title = await heading('알림');
    await waitFor(() => expect(document.activeElement).toBe(title));
    router.history.back();
    await waitFor(() => expect(router.state.location.pathname).toBe('/mypage/account'));
  });

  it('begins on wide screens with the profile, beside the list [UI-345]', async () => {
    const { router } = await show('/mypage/account', {}, false);
    await heading('프로필');
    expect(router.state.location.pathname).toBe('/mypage/account/profile');
    const list = within(screen.getByRole('navigation', { name: '계정 설정' }));
    expect(list.getByRole('link', { current: 'page' }).textContent).toBe('프로필');
  });

  it.each(['email', 'second-factor', 'provider'])(
    'leads the former address of #%s to its page [UI-345]',
    async (hash) => {
      const { router } = await show(`/mypage/account#${hash}`);
      await heading('로그인과 보안');
      expect(router.state.location.href).toBe(`/mypage/account/security#${hash}`);
    },
  );

  it('leads #feeds to its part, again once what is above it has loaded [FEED-10]', async () => {
    const shown = vi.fn();
    Element.prototype.scrollIntoView = shown;
    let load: (answer: object) => void = () => undefined;
    const { router } = await show('/mypage/account#feeds', {
      'GET /api/member/follows': () => new Promise((resolve) => (load = resolve)),
    });
    await screen.findByRole('heading', { name: '구독 주소' });
    expect(router.state.location.href).toBe('/mypage/account/notifications#feeds');
    await waitFor(() => expect(shown).toHaveBeenCalled());
    shown.mockClear();
    load({ body: { posts: [], boards: [] } });
    await waitFor(() => expect(shown).toHaveBeenCalled());
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  it('shows the list for a page that there is not [UI-345]', async () => {
    await show('/mypage/account/nothing');
    expect(await screen.findByRole('navigation', { name: '계정 설정' })).toBeDefined();
  });

  it('finds the address focused after the password was confirmed [ROLE-28]', async () => {
    const { client } = await show('/mypage/account#email');
    await heading('로그인과 보안');
    const reauthUntil = new Date(Date.now() + 600_000).toISOString();
    client.setQueryData(['me'], (me: object) => ({ ...me, reauthUntil }));
    const address = await screen.findByRole('textbox', { name: '이메일' });
    await waitFor(() => expect(document.activeElement).toBe(address));
  });
});
