import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { InvitationPage } from './invitation-page.tsx';

const OPEN = 'POST /api/invitation';
const ACCEPT = 'POST /api/invitation/accept';
const PASSWORD = '푸른 바다 위 나룻배 7';
const invitation = {
  username: '20270001',
  name: '김하늘',
  email: 'haneul@example.ac.kr',
  role: 'STUDENT',
  expiresAt: '2026-12-04T09:00:00+09:00',
};
const documentVersions = { terms: '2026-11-01', privacy: '2026-11-01' };
const config = { body: { siteName: '나루', color: '', documentVersions } };

async function show(hash: string, answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi({ 'GET /api/config': config, ...answers });
  const { router } = await renderRouted(<InvitationPage />);
  if (hash) await router.navigate({ to: '.', hash });
  return calls;
}

const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

it('shows who is invited and sends only what that person chooses [AUTH-61]', async () => {
  const calls = await show('token-1', {
    [OPEN]: { body: invitation },
    [ACCEPT]: { status: 201, body: { message: '', username: '20270001' } },
    'POST /api/member/login': { status: 401, body: { error: 'LOGIN_FAILED', message: '' } },
  });
  expect(await screen.findByText('김하늘')).toBeDefined();
  expect(screen.getByText('haneul@example.ac.kr')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '가입 완료' }));
  expect(await screen.findByText('닉네임을 입력해주세요.')).toBeDefined();
  type(/^닉네임/, '새배');
  type(/^비밀번호(?! 표시)/, PASSWORD);
  fireEvent.click(screen.getByRole('checkbox', { name: '전체 동의' }));
  fireEvent.click(screen.getByRole('button', { name: '가입 완료' }));
  const body = {
    token: 'token-1',
    nickname: '새배',
    password: PASSWORD,
    consent: documentVersions,
  };
  await waitFor(() => expect(calls).toContain(`${ACCEPT} ${JSON.stringify(body)}`));
});

it('explains a link that does not work [AUTH-60]', async () => {
  const body = { error: 'INVITATION_INVALID', message: '기간이 지났습니다.' };
  await show('token-2', { [OPEN]: { status: 403, body } });
  expect(await screen.findByText('기간이 지났습니다.')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});
