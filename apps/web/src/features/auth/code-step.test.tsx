import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithClient } from '../../testing/fake-api.tsx';
import { CodeStep } from './code-step.tsx';

const email = 'bada@example.com';

it.each([
  [1, false],
  [-1, true],
])('with %i s left, sending is disabled: %s [AUTH-32]', async (left, isDisabled) => {
  const verify = vi.fn().mockResolvedValue({ message: '' });
  const now = Date.now();
  const sent = { email, endsAt: now + left * 60_000, resendAt: now };
  const code = { sent, verify, send: vi.fn(), resend: vi.fn(), resending: false };
  renderWithClient(
    <CodeStep
      code={code}
      email={email}
      submitLabel="인증하기"
      failedText="실패"
      onVerified={() => undefined}
    />,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '인증하기' });
  expect(button.disabled).toBe(isDisabled);
  const field = screen.getByRole('textbox', { name: '인증 코드' });
  fireEvent.input(field, { target: { value: '123456' } });
  await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(isDisabled ? 0 : 1));
  expect(screen.queryByText('인증 시간이 지났습니다. 코드를 다시 받아 주세요.') !== null).toBe(
    isDisabled,
  );
});
