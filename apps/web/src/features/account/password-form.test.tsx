import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { PasswordForm, passwordFailure } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

const VERIFY = 'POST /api/member/verify-password';
const CHANGE = 'POST /api/member/reset-password';
const field = (name: string) => screen.getByLabelText(name);
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function firstStep(answer: unknown) {
  const calls = fakeApi({
    [VERIFY]: { body: answer },
    [CHANGE]: { body: { message: '비밀번호가 변경되었습니다.' } },
  });
  renderWithClient(<PasswordForm username="20250001" />);
  type('현재 비밀번호', '지금 쓰는 비밀번호');
  type('새 비밀번호', '새로 만든 긴 비밀번호');
  press('다음');
  return calls;
}

describe('PasswordForm', () => {
  it('requires both passwords before any call [PASS-14]', async () => {
    const calls = fakeApi({});
    renderWithClient(<PasswordForm username="20250001" />);
    press('다음');
    expect(await screen.findAllByText('비밀번호를 입력해주세요.')).toHaveLength(2);
    expect(document.activeElement).toBe(field('현재 비밀번호'));
    type('현재 비밀번호', '지금 쓰는 비밀번호');
    type('새 비밀번호', '짧다');
    press('다음');
    expect(
      await screen.findByText('비밀번호는 8자 이상 128자 이하로 입력해 주세요.'),
    ).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('stays on the first step while the current password is wrong [PASS-14]', async () => {
    firstStep({ message: false, reauthUntil: null });
    expect(await screen.findByText('현재 비밀번호가 올바르지 않습니다.')).toBeDefined();
    expect(screen.queryByLabelText('새 비밀번호 확인')).toBeNull();
  });

  it('verifies, asks for the new one again, changes it and starts over [PASS-14]', async () => {
    const calls = firstStep({ message: true, reauthUntil: '2026-11-20T15:00:00+09:00' });
    const again = await screen.findByLabelText('새 비밀번호 확인');
    await waitFor(() => expect(document.activeElement).toBe(again));
    type('새 비밀번호 확인', '다른 비밀번호');
    press('비밀번호 변경');
    expect(await screen.findByText('비밀번호가 일치하지 않습니다.')).toBeDefined();
    expect(calls).toHaveLength(1);
    type('새 비밀번호 확인', '새로 만든 긴 비밀번호');
    press('비밀번호 변경');
    await screen.findByLabelText('현재 비밀번호');
    expect(calls[1]).toContain('"newPassword":"새로 만든 긴 비밀번호"');
    expect(field('현재 비밀번호')).toHaveProperty('value', '');
  });

  it('returns to the first step with the typed values and the refused field [PASS-14]', async () => {
    const weak = '너무 흔한 비밀번호입니다.';
    const errors = [{ field: 'newPassword', message: weak }];
    fakeApi({
      [VERIFY]: { body: { message: true, reauthUntil: null } },
      [CHANGE]: { status: 400, body: { error: 'PASSWORD_WEAK', message: weak, errors } },
    });
    renderWithClient(<PasswordForm username="20250001" />);
    type('현재 비밀번호', '지금 쓰는 비밀번호');
    type('새 비밀번호', '새로 만든 긴 비밀번호');
    press('다음');
    await screen.findByLabelText('새 비밀번호 확인');
    type('새 비밀번호 확인', '새로 만든 긴 비밀번호');
    press('비밀번호 변경');
    expect(await screen.findByText(weak)).toBeDefined();
    expect(field('현재 비밀번호')).toHaveProperty('value', '지금 쓰는 비밀번호');
    expect(document.activeElement).toBe(field('새 비밀번호'));
  });

  it('refetches the sessions after a change, which ends the others [SESS-14]', async () => {
    const SESSIONS = 'GET /api/member/sessions';
    const calls = fakeApi({
      [VERIFY]: { body: { message: true, reauthUntil: null } },
      [CHANGE]: { body: { message: '' } },
      [SESSIONS]: { body: { sessions: [] } },
    });
    renderWithClient(
      <>
        <PasswordForm username="20250001" />
        <SessionList prove={async () => false} />
      </>,
    );
    type('현재 비밀번호', '지금 쓰는 비밀번호');
    type('새 비밀번호', '새로 만든 긴 비밀번호');
    press('다음');
    await screen.findByLabelText('새 비밀번호 확인');
    type('새 비밀번호 확인', '새로 만든 긴 비밀번호');
    press('비밀번호 변경');
    await waitFor(() => expect(calls.filter((call) => call === SESSIONS)).toHaveLength(2));
  });
});

describe('passwordFailure', () => {
  const refusal = (status: number) =>
    new ApiError({ status, code: status === 0 ? 'NETWORK' : 'UNREADABLE', message: '' });

  it('returns one text for each kind of failure [PASS-14]', () => {
    expect(passwordFailure(refusal(401)).message).toBe('현재 비밀번호가 올바르지 않습니다.');
    expect(passwordFailure(refusal(400)).message).toBe('입력한 비밀번호를 다시 확인해 주세요.');
    expect(passwordFailure(refusal(418)).message).toBe('서버 오류가 발생했습니다. (418)');
    expect(passwordFailure(refusal(0)).message).toBe(
      '서버에 연결하지 못했습니다. 네트워크 연결을 확인해 주세요.',
    );
  });
});
