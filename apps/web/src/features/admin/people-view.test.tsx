import type { AdminUser } from '@naru/contract/admin';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestClient, fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { AskHost } from '../../ui/ask-host.tsx';
import { PeopleView } from './people-view.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

beforeEach(() => logInForTest(1));

const SEARCH = 'GET /api/admin/search-users';
const GRANT = 'POST /api/admin/grant-role';
const user = (id: number, nickname: string, roles: AdminUser['roles']): AdminUser => ({
  id,
  username: `2025000${id}`,
  name: '한바다',
  nickname,
  email: `demo.${id}@example.com`,
  roles,
  profileThumbnails: null,
  createdDate: '2026-11-01T09:00:00+09:00',
  lastVisit: '2026-11-20',
  suspendedUntil: null,
  suspendedReason: null,
  standing: null,
  major: '',
  hasSecondFactor: false,
  isProvenStudent: false,
  mailboxHolder: null,
});
const users = [user(1, '나루지기', ['USER', 'ADMIN']), user(2, '새벽바다', ['USER'])];
const answer = (body: readonly AdminUser[]) => ({
  body,
  headers: { 'x-total-count': String(body.length) },
});
const me: [string, unknown][] = [['me', { id: 1, roles: ['USER', 'ADMIN'] }]];
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

function show() {
  renderWithClient(
    <>
      <PeopleView />
      <AskHost />
    </>,
    me,
  );
}

async function openRoles() {
  press('검색');
  await screen.findByText('demo.2@example.com');
  press(/^새벽바다 권한 관리/);
  const dialog = within(screen.getByRole('dialog', { name: '새벽바다 님의 권한' }));
  fireEvent.change(dialog.getByLabelText(/^권한/), { target: { value: 'STUDENT' } });
  fireEvent.input(dialog.getByLabelText(/^사유/), { target: { value: '학생증 확인' } });
  return dialog;
}

describe('PeopleView', () => {
  it('repeats an identical search after the panel was unmounted', async () => {
    const calls = fakeApi({ [SEARCH]: answer(users) });
    const client = createTestClient(me);
    for (const turn of [1, 2]) {
      const { unmount } = render(
        <QueryClientProvider client={client}>
          <PeopleView />
        </QueryClientProvider>,
      );
      press('검색');
      await waitFor(() => expect(calls).toHaveLength(turn));
      await screen.findByText('demo.2@example.com');
      unmount();
    }
  });

  it('searches only on submit and shows the found members [AUDIT-01]', async () => {
    const calls = fakeApi({ [SEARCH]: answer(users) });
    show();
    expect(screen.getByText('회원을 검색해 주세요.')).toBeDefined();
    fireEvent.input(screen.getByLabelText('닉네임'), { target: { value: '새벽' } });
    expect(calls).toEqual([]);
    press('검색');
    expect(await screen.findByText('demo.2@example.com')).toBeDefined();
    expect(calls).toEqual([SEARCH]);
  });

  it('shows who proved to be a student, and with whose mailbox [AUTH-07]', async () => {
    const holder = { id: 2, username: '20250002', nickname: '새벽바다' };
    const [first, second] = users as [AdminUser, AdminUser];
    fakeApi({
      [SEARCH]: answer([
        { ...first, mailboxHolder: holder },
        { ...second, isProvenStudent: true },
      ]),
    });
    show();
    press('검색');
    const text = await screen.findByText(/회원의 학생 인증에 쓰였습니다/);
    expect(text.textContent).toContain('새벽바다(20250002)');
    expect(screen.getAllByText('학교 이메일로 학생 인증함')).toHaveLength(1);
  });

  it('explains why the own roles cannot be changed [ADMIN-04]', async () => {
    fakeApi({ [SEARCH]: answer(users) });
    show();
    press('검색');
    const own = await screen.findByRole('button', { name: /^나루지기 권한 관리: 자신의 권한은/ });
    expect(own.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(own);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("shows 검색 실패 with the server's text and a retry [ADMIN-12]", async () => {
    const body = { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' };
    fakeApi({ [SEARCH]: { status: 503, body } });
    show();
    press('검색');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('검색 실패');
    expect(alert.textContent).toContain('잠시 사용할 수 없습니다.');
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeDefined();
  });

  it('reports an empty result', async () => {
    fakeApi({ [SEARCH]: answer([]) });
    show();
    press('검색');
    expect(await screen.findByText('검색 결과가 없습니다.')).toBeDefined();
  });

  it('grants after a confirmation and updates the member without a new search [ADMIN-06]', async () => {
    const roles = ['USER', 'STUDENT'];
    const calls = fakeApi({
      [SEARCH]: answer(users),
      [GRANT]: { body: { message: '권한 부여 완료', roles } },
    });
    show();
    const dialog = await openRoles();
    expect(dialog.getByRole('button', { name: '권한 회수' })).toHaveProperty('disabled', true);
    fireEvent.click(dialog.getByRole('button', { name: '권한 부여' }));
    await screen.findByText('새벽바다 님에게 학생 권한을 부여할까요?');
    expect(calls).toEqual([SEARCH]);
    press('부여');
    await waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ text: '권한 부여 완료' }));
    expect(calls).toEqual([SEARCH, GRANT]);
    expect(dialog.getAllByText('학생').length).toBeGreaterThan(0);
  });

  it("shows 권한 부여 실패 with the server's text [ADMIN-12]", async () => {
    const body = {
      error: 'ROLE_CHANGE_DENIED',
      message: '이 권한은 변경할 수 없습니다. 필요하면 다른 관리자에게 요청해 주세요.',
    };
    fakeApi({ [SEARCH]: answer(users), [GRANT]: { status: 403, body } });
    show();
    const dialog = await openRoles();
    fireEvent.click(dialog.getByRole('button', { name: '권한 부여' }));
    await screen.findByText('새벽바다 님에게 학생 권한을 부여할까요?');
    press('부여');
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toBe(`권한 부여 실패${body.message}`);
  });

  it('keeps the reason over a reload and a closed dialog [REL-18]', async () => {
    fakeApi({ [SEARCH]: answer(users) });
    show();
    await openRoles();
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    show();
    press('검색');
    await screen.findByText('demo.2@example.com');
    press(/^새벽바다 권한 관리/);
    expect(screen.getByLabelText(/^사유/)).toHaveProperty('value', '학생증 확인');
    press('닫기');
    expect(Object.keys(localStorage).join()).toContain('role-2');
  });

  it('requires a role and a reason', async () => {
    const calls = fakeApi({ [SEARCH]: answer(users) });
    show();
    press('검색');
    await screen.findByText('demo.2@example.com');
    press(/^새벽바다 권한 관리/);
    press('권한 부여');
    expect(await screen.findByText('부여하거나 회수할 권한을 선택해 주세요.')).toBeDefined();
    expect(screen.getByText('사유를 입력해 주세요.')).toBeDefined();
    expect(calls).toEqual([SEARCH]);
  });
});

describe('SuspendDialog', () => {
  const member = { id: 2, nickname: '새벽바다' };

  it('requires an end and a reason [MOD-03]', async () => {
    const onClose = vi.fn();
    const call = 'POST /api/admin/members/:id/suspend'.replace(':id', '2');
    const suspended = { ...user(2, '새벽바다', ['USER']), suspendedUntil: '2026-12-01T23:59:59Z' };
    const calls = fakeApi({
      [call]: { body: { message: '이용을 정지했습니다.', user: suspended } },
    });
    renderWithClient(<SuspendDialog member={member} onClose={onClose} />);
    press('이용 정지');
    expect(await screen.findByText('정지 종료일을 선택해 주세요.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/^정지 종료일/));
    expect(screen.getByText('사유를 입력해 주세요.')).toBeDefined();
    press('7일');
    fireEvent.input(screen.getByLabelText(/^사유/), { target: { value: '반복된 광고' } });
    press('이용 정지');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]).toMatch(/"until":"\d{4}-\d\d-\d\d","reason":"반복된 광고"/);
  });

  it('closes without a suspension [MOD-03]', () => {
    const onClose = vi.fn();
    const calls = fakeApi({});
    renderWithClient(<SuspendDialog member={member} onClose={onClose} />);
    press('취소');
    expect([onClose.mock.calls.length, calls.length]).toEqual([1, 0]);
  });

  it('shows the server’s error about the day at its field', async () => {
    const message = '정지 기간은 10년 이하로 선택해 주세요.';
    const body = { error: 'VALIDATION_FAILED', message, errors: [{ field: 'until', message }] };
    fakeApi({ 'POST /api/admin/members/2/suspend': { status: 400, body } });
    renderWithClient(<SuspendDialog member={member} onClose={vi.fn()} />);
    press('30일');
    fireEvent.input(screen.getByLabelText(/^사유/), { target: { value: '광고' } });
    press('이용 정지');
    expect(await screen.findByText(message)).toBeDefined();
  });
});

describe('CorrectDialog', () => {
  it('sends a mended address with its reason after a confirmation [ADMIN-63]', async () => {
    const email = 'found.again@example.com';
    const calls = fakeApi({
      [SEARCH]: answer(users),
      'POST /api/admin/members/2/correct': {
        body: { message: '회원 정보를 수정했습니다.', user: { ...users[1], email } },
      },
    });
    show();
    press('검색');
    await screen.findByText('demo.2@example.com');
    press(/^새벽바다 정보 수정/);
    const dialog = within(screen.getByRole('dialog', { name: '새벽바다 님의 정보 수정' }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: '수정' });
    expect(confirm.disabled).toBe(true);
    expect(dialog.getByText(/7일 뒤부터 비밀번호를 재설정할 수 있습니다/)).toBeDefined();
    fireEvent.input(dialog.getByLabelText(/^이메일/), { target: { value: email } });
    fireEvent.click(confirm);
    expect(await dialog.findByText('사유를 입력해 주세요.')).toBeDefined();
    fireEvent.input(dialog.getByLabelText(/^사유/), { target: { value: '메일 분실' } });
    fireEvent.click(confirm);
    const ask = within(await screen.findByRole('alertdialog'));
    expect(ask.getByText(/demo\.2@example\.com → found\.again@example\.com/)).toBeDefined();
    fireEvent.click(ask.getByRole('button', { name: '수정' }));
    expect(await screen.findByText(email)).toBeDefined();
    expect(calls.at(-1)).toContain('"reason":"메일 분실"');
  });
});

describe('PeopleView: last visit', () => {
  it('says when somebody was last here and sends filter and order with the search [ADMIN-332]', async () => {
    const queries: string[] = [];
    const found = [{ ...user(2, '새벽바다', ['USER']), lastVisit: null }];
    fakeApi({
      [SEARCH]: ({ query }) => {
        queries.push(query.toString());
        return answer(found);
      },
    });
    show();
    fireEvent.change(screen.getByLabelText('방문'), { target: { value: '12' } });
    fireEvent.change(screen.getByLabelText('순서'), { target: { value: 'LONGEST' } });
    press('검색');
    expect(await screen.findByText('기록 없음')).toBeDefined();
    expect(new URLSearchParams(queries[0]).get('unseen')).toBe('12');
    expect(new URLSearchParams(queries[0]).get('order')).toBe('LONGEST');
  });

  it('downloads what the last search found [ADMIN-333]', async () => {
    const queries: string[] = [];
    fakeApi({
      [SEARCH]: answer(users),
      'GET /api/admin/members/export': ({ query }) => {
        queries.push(query.toString());
        return { status: 503, body: { error: 'UNAVAILABLE', message: '잠시 쉽니다.' } };
      },
    });
    show();
    fireEvent.input(screen.getByLabelText('닉네임'), { target: { value: '바다' } });
    press('검색');
    await screen.findByText('demo.2@example.com');
    fireEvent.input(screen.getByLabelText('닉네임'), { target: { value: '고치는 중' } });
    press('CSV 내려받기');
    expect(await screen.findByText('잠시 쉽니다.')).toBeDefined();
    expect(new URLSearchParams(queries[0]).get('nickname')).toBe('바다');
    fireEvent.click(screen.getByRole('button', { name: '확인' }));
  });
});
