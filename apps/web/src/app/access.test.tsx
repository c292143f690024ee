import type { Role } from '@naru/contract/roles';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { settingsKeys } from '../entities/keys.ts';
import { endSession } from '../lib/session/session.ts';
import { clearTokens } from '../lib/session/tokens.ts';
import { logInForTest } from '../testing/fake-session.ts';
import { renderApp } from '../testing/whole-app.tsx';

const path = () => window.location.pathname + window.location.search;
const protectedCalls = (calls: string[]) => calls.filter((call) => !call.includes('/api/config'));

/** Boards, the highest role that may not write there, and the reason that it sees. */
const REFUSED: [role: Role, boards: string[], reason: string][] = [
  [
    'USER',
    ['free', 'secret', 'review', 'qna'],
    '학생 이상 회원만 이 게시판에 글을 쓸 수 있습니다.',
  ],
  ['STUDENT_COUNCIL', ['notice'], '조교 이상 회원만 이 게시판에 글을 쓸 수 있습니다.'],
  ['PROFESSOR', ['notice_sc'], '학생회 이상 회원만 이 게시판에 글을 쓸 수 있습니다.'],
  ['MANAGER', ['notice_univ'], '학교 홈페이지의 공지를 관리자가 옮겨 싣는 게시판입니다.'],
  ['MANAGER', ['notice_dept'], '학과 홈페이지의 공지를 관리자가 옮겨 싣는 게시판입니다.'],
];
const REFUSALS = REFUSED.flatMap(([role, boards, reason]) =>
  boards.map((board) => ({ role, board, reason })),
);

describe('a session that ends by itself', () => {
  const said = () =>
    screen.findByText(/^로그인이 만료되었습니다\..*익명으로 쓰던 내용.*지웠습니다\.$/);

  it.each(['/main/community/secret', '/main/community/free'])(
    'leaves %s for a login that says so [SESS-30]',
    async (from) => {
      await renderApp(from, 'STUDENT');
      act(() => endSession('ended'));
      expect((await said()).getAttribute('role')).toBe('status');
      expect(path()).toBe(`/login?redirect=${encodeURIComponent(from)}`);
    },
  );

  it('is named to who goes on to the next page [SESS-30]', async () => {
    const { router } = await renderApp('/main/community/free', 'STUDENT');
    clearTokens();
    await act(() => router.navigate({ href: '/mypage/activity' }));
    expect(await said()).toBeDefined();
    expect(path()).toBe('/login?redirect=%2Fmypage%2Factivity');
  });

  it('is not what a guest reads, nor who logs out [SESS-30]', async () => {
    const { router } = await renderApp('/main', null);
    expect(await screen.findByRole('heading', { name: '로그인' })).toBeDefined();
    logInForTest();
    await act(() => router.navigate({ href: '/main/community/free' }));
    act(() => endSession('left'));
    await vi.waitFor(() => expect(path()).toBe('/login'));
    expect(screen.queryByText(/만료/)).toBeNull();
  });
});

describe('writing', () => {
  it.each(REFUSALS)(
    'redirects $role from the form of $board, whose button says why [ROLE-17]',
    async ({ role, board, reason }) => {
      await renderApp(`/write/${board}`, role);
      expect(await screen.findByText('글쓰기 권한이 없습니다.')).toBeDefined();
      await vi.waitFor(() => expect(path()).toBe(`/main/community/${board}`));
      fireEvent.click(await screen.findByText('글쓰기'));
      const alert = await screen.findByRole('alertdialog', { name: '글쓰기 권한이 없습니다.' });
      expect(alert.textContent).toContain(reason);
    },
  );

  it.each<[Role, string]>([
    ['STUDENT', 'free'],
    ['PROFESSOR', 'qna'],
    ['STUDENT_COUNCIL', 'notice_sc'],
    ['MANAGER', 'notice'],
    ['ADMIN', 'notice_univ'],
  ])('is open to %s on %s', async (role, board) => {
    const { router } = await renderApp(`/main/community/${board}`, role);
    const link = await screen.findByRole('link', { name: /^(글쓰기|원문 붙여 넣기)$/ });
    expect(link.getAttribute('href')).toBe(`/write/${board}`);
    await router.navigate({ href: `/write/${board}` });
    expect(await screen.findByRole('textbox', { name: '제목' })).toBeDefined();
  });

  it.each(['market', 'popular'])('has no form on %s [BOARD-03]', async (board) => {
    await renderApp(`/write/${board}`, 'STUDENT');
    expect(
      await screen.findByText('이 게시판에는 글을 쓸 수 없습니다. 다른 게시판을 선택해 주세요.'),
    ).toBeDefined();
  });

  it('has no form on an unknown board [BOARD-03]', async () => {
    await renderApp('/write/nothing', 'STUDENT');
    const name = '없는 게시판입니다.';
    expect(await screen.findByRole('heading', { name })).toBeDefined();
  });
});

describe('the console', () => {
  it.each<Role>(['USER', 'STUDENT', 'PROFESSOR'])(
    'redirects %s, who gets none of its data [ROLE-16]',
    async (role) => {
      const { calls } = await renderApp('/admin', role);
      expect(await screen.findByRole('button', { name: '내 메뉴, 해솔' })).toBeDefined();
      expect(path()).toBe('/main');
      expect(screen.queryByRole('link', { name: '관리자' })).toBeNull();
      expect(calls.filter((call) => call.includes('/api/admin'))).toEqual([]);
    },
  );

  it.each<[Role, boolean]>([
    ['STUDENT_COUNCIL', false],
    ['MANAGER', false],
    ['ADMIN', true],
    ['SYSTEM', true],
  ])('opens from the header for %s [ADMIN-01]', async (role, isAdmin) => {
    const { router } = await renderApp('/main', role);
    const banner = within(await screen.findByRole('banner'));
    const link = await banner.findByRole('link', { name: '관리자' });
    expect(link.getAttribute('href')).toBe('/admin');
    await router.navigate({ href: '/admin' });
    const menus = within(await screen.findByRole('navigation', { name: '관리자 메뉴' }));
    expect(menus.queryAllByRole('link', { name: '회원 권한' })).toHaveLength(isAdmin ? 1 : 0);
  });

  it('asks a guest to log in', async () => {
    const { calls } = await renderApp('/admin', null);
    expect(path()).toBe('/login?redirect=%2Fadmin');
    expect(protectedCalls(calls)).toEqual([]);
  });
});

describe('addresses', () => {
  it.each<[string, Role | null, string]>([
    ['/', null, '/login'],
    ['/', 'STUDENT', '/main'],
    ['/login', 'STUDENT', '/main'],
    ['/login/register?mode=reset', 'STUDENT', '/main'],
    ['/test', null, '/login?redirect=%2Ftest'],
    ['/board/free', 'STUDENT', '/main/community/free'],
    ['/mypage', null, '/login?redirect=%2Fmypage'],
    ['/mypage', 'STUDENT', '/mypage/activity'],
    ['/terms', null, '/terms'],
    ['/privacy', null, '/privacy'],
  ])('%s leads %s to %s [BOARD-02, UI-02, UI-03, UI-10, PRIV-01]', async (from, role, to) => {
    await renderApp(from, role);
    expect(path()).toBe(to);
  });

  it('offer the way to the main page when unknown [UI-06]', async () => {
    await renderApp('/no/such/page', 'STUDENT');
    expect(
      await screen.findByRole('heading', { name: '페이지를 찾을 수 없습니다.' }),
    ).toBeDefined();
    const link = screen.getByRole('link', { name: '처음으로 가기' });
    expect(link.getAttribute('href')).toBe('/');
  });
});

describe('the health page', () => {
  it('makes the health call of this site alone, and no link leads to it [UI-07]', async () => {
    const { calls } = await renderApp('/test', 'STUDENT', {
      'GET /api/health': {
        body: {
          ...{ status: 'ok', version: '1.2.3', commit: null, database: 'up' },
          ...{ uptime: 1, engines: [] },
        },
      },
    });
    expect(await screen.findByRole('heading', { name: '서버 상태' })).toBeDefined();
    await screen.findByText('1.2.3');
    const own = ['/api/config', '/api/events', '/api/member/', '/api/health', '/api/board/news'];
    expect(calls.filter((call) => !own.some((path) => call.includes(path)))).toEqual([]);
    expect(document.querySelector('a[href="/test"]')).toBeNull();
  });
});

describe('header and footer', () => {
  it.each<[string, Role | null, boolean, boolean]>([
    ['/main/community/free', 'STUDENT', true, true],
    ['/terms', null, true, true],
    ['/login', null, false, false],
    ['/login/register', null, false, false],
    ['/chat-mail', 'STUDENT', true, false],
    ['/mypage/activity', 'STUDENT', true, false],
  ])('of %s for %s: %s, %s [UI-08]', async (at, role, hasHeader, hasFooter) => {
    const footer = { about: '새벽 학과', contact: '051-000-0000', email: 'office@example.com' };
    const { client } = await renderApp(at, role);
    act(() => {
      const settings = { studyRoomMenu: 'locked', directMessage: 'locked' };
      client.setQueryData(settingsKeys.config, { settings, footer, footerLinks: [] });
    });
    await vi.waitFor(() => expect(screen.getByRole('main')).toBeDefined());
    expect(screen.queryAllByRole('banner')).toHaveLength(hasHeader ? 1 : 0);
    expect(screen.queryAllByRole('contentinfo')).toHaveLength(hasFooter ? 1 : 0);
    if (!hasFooter) return;
    const texts = within(screen.getByRole('contentinfo'));
    expect(await texts.findByText('새벽 학과')).toBeDefined();
    const links = ['이용약관', '개인정보 처리방침'].map((name) =>
      texts.getByRole('link', { name }).getAttribute('href'),
    );
    expect(links).toEqual(['/terms', '/privacy']);
  });

  it.each([
    ['/terms', null, 1],
    ['/login', null, 1],
    ['/main/community/free', 'STUDENT', 0],
  ] as const)(
    'lead from %s for %s to the report without an account %s times [PRIV-14]',
    async (at, role, times) => {
      await renderApp(at, role);
      await screen.findByRole('link', { name: '이용약관' });
      expect(screen.queryAllByRole('link', { name: '권리 침해 신고' })).toHaveLength(times);
    },
  );
});

describe('a new version of the terms', () => {
  it('can be read before the member agrees to it, and no other page can be used [PRIV-50]', async () => {
    const version = '2026-12-01';
    const { router } = await renderApp('/main/community/free', 'STUDENT', {
      'GET /api/member/consents': {
        body: { pending: [{ document: 'terms', version, note: '책방 규칙' }] },
      },
    });
    const question = { name: '새 약관에 동의해 주세요' };
    const dialog = await screen.findByRole('dialog', question);
    const link = within(dialog).getByRole('link', { name: /^전체 내용 보기/ });
    await router.navigate({ href: link.getAttribute('href') ?? '' });
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await router.navigate({ href: '/main/community/free' });
    expect(await screen.findByRole('dialog', question)).toBeDefined();
  });
});
