import type { Role } from '@naru/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { headerPanel } from '../../lib/header-panel.ts';
import { fakeMedia } from '../../testing/fake-page.tsx';
import { renderApp } from '../../testing/whole-app.tsx';

afterEach(() => headerPanel.set(null));

const BAR = { name: '하단 메뉴' };

function show(path: string, role: Role | null, more = {}) {
  fakeMedia(true);
  return renderApp(path, role, more);
}

const bar = async () => within(await screen.findByRole('navigation', BAR));

describe('the bottom bar of phones', () => {
  it.each<[string, Role | null]>([
    ['/terms', null],
    ['/login', null],
    ['/write/free', 'STUDENT'],
    ['/chat-mail?room=3', 'STUDENT'],
  ])('is not on %s for %s [UI-281]', async (path, role) => {
    await show(path, role);
    await waitFor(() => expect(screen.getByRole('main').textContent).not.toBe(''));
    expect(screen.queryByRole('navigation', BAR)).toBeNull();
  });

  it('leads a guest to the login by the menu of the header [UI-09]', async () => {
    await show('/terms', null);
    fireEvent.click(screen.getByRole('button', { name: '메뉴 열기' }));
    const menu = within(await screen.findByRole('dialog', { name: '메뉴' }));
    expect(menu.getByRole('link', { name: '로그인' }).getAttribute('href')).toBe('/login');
  });

  it('is not on wide screens [UI-281]', async () => {
    fakeMedia(false);
    await renderApp('/main/community/free', 'STUDENT');
    await screen.findByRole('navigation', { name: '주 메뉴' });
    expect(screen.queryByRole('navigation', BAR)).toBeNull();
  });

  it('names the place that is open [UI-281]', async () => {
    const { router } = await show('/main/community/free', 'STUDENT');
    const current = async () =>
      within(screen.getByRole('navigation', BAR))
        .queryAllByText(/./)
        .flatMap((item) => item.closest('[aria-current]')?.textContent ?? []);
    await bar();
    expect(await current()).toEqual(['게시판']);
    for (const [path, place] of [
      ['/chat-mail', '채팅'],
      ['/main/study-dashboard/3', '시간표'],
      ['/mypage/account', '나'],
      ['/main', '홈'],
    ] as const) {
      await router.navigate({ href: path });
      await waitFor(async () => expect(await current()).toEqual([place]));
    }
  });

  it.each<[Role, string[]]>([
    ['USER', []],
    ['STUDENT', ['질문게시판', '자유게시판', '비밀게시판', '후기게시판', '팀 모집', '청원']],
    [
      'STUDENT_COUNCIL',
      ['학생회 공지', '질문게시판', '자유게시판', '비밀게시판', '후기게시판', '팀 모집', '청원'],
    ],
  ])('lets %s write on a board from the menu [UI-281]', async (role, boards) => {
    const { router } = await show('/terms', role);
    fireEvent.click((await bar()).getByRole('button', { name: '게시판, 전체 메뉴 열기' }));
    const menu = within(await screen.findByRole('navigation', { name: '전체 메뉴' }));
    const pens = menu.queryAllByRole('link', { name: /에 글쓰기$/ });
    const names = pens.map((pen) => pen.getAttribute('aria-label'));
    expect(names.sort()).toEqual(boards.map((board) => `${board}에 글쓰기`).sort());
    const pen = pens.find((one) => one.getAttribute('aria-label')?.startsWith('자유'));
    if (!pen) return;
    fireEvent.click(pen);
    await waitFor(() => expect(router.state.location.pathname).toBe('/write/free'));
    expect(headerPanel.get()).toBeNull();
  });

  it('counts unread messages and friend requests in its names [UI-281]', async () => {
    const { client } = await show('/terms', 'STUDENT');
    const known = client.getQueryData<object>(['me']);
    client.setQueryData(['me'], { ...known, newMailCount: 12, friendRequestCount: 2 });
    const items = await bar();
    expect(await items.findByRole('link', { name: '채팅, 읽지 않은 메시지 12개' })).toBeDefined();
    expect(items.getByText('9+')).toBeDefined();
    expect(items.getByRole('button', { name: '나, 내 메뉴, 받은 친구 요청 2개' })).toBeDefined();
  });

  it.each<Role>(['USER', 'STUDENT', 'ADMIN'])(
    'leads %s to the timetable, as the menu does, while the header is locked [UI-281]',
    async (role) => {
      await show('/terms', role);
      const items = await bar();
      const pathOf = (link: HTMLElement) => link.getAttribute('href');
      expect(pathOf(items.getByRole('link', { name: '시간표' }))).toBe('/main/study-dashboard');
      fireEvent.click(items.getByRole('button', { name: '게시판, 전체 메뉴 열기' }));
      const menu = within(await screen.findByRole('navigation', { name: '전체 메뉴' }));
      expect(pathOf(menu.getByRole('link', { name: '시간표' }))).toBe('/main/study-dashboard');
      expect(menu.queryByText('스터디룸')).toBeNull();
    },
  );

  it('opens the menu of all places, and friends and account from the own one [UI-281, UI-760]', async () => {
    await show('/terms', 'STUDENT');
    fireEvent.click((await bar()).getByRole('button', { name: '게시판, 전체 메뉴 열기' }));
    const menu = within(await screen.findByRole('navigation', { name: '전체 메뉴' }));
    expect(menu.getByRole('link', { name: '질문게시판' })).toBeDefined();
    expect(menu.queryByRole('link', { name: '관리자' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '닫기' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click((await bar()).getByRole('button', { name: '나, 내 메뉴' }));
    const own = within(await screen.findByRole('dialog', { name: '내 메뉴' }));
    expect(own.getByRole('link', { name: '마이페이지' }).getAttribute('href')).toBe('/mypage');
    const account = within(own.getByRole('region', { name: '계정 설정' })).getAllByRole('link');
    expect(account.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['프로필 수정', '/mypage/account/profile'],
      ['알림', '/mypage/account/notifications'],
      ['화면', '/mypage/account/appearance'],
      ['로그인과 보안', '/mypage/account/security'],
      ['내 데이터', '/mypage/account/data'],
    ]);
    fireEvent.click(own.getByRole('button', { name: '친구' }));
    expect(await screen.findByRole('dialog', { name: '친구' })).toBeDefined();
  });
});
