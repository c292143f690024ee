import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import { TextInput } from './text-input.tsx';

function Form({ onSubmit }: { onSubmit: (values: { name: string }) => void }) {
  const form = useForm({ defaultValues: { name: '해솔' } });
  return (
    <form onSubmit={form.handleSubmit((values) => onSubmit(values))}>
      <TextInput {...form.register('name')} />
      <button type="button" onClick={() => form.reset()}>
        reset
      </button>
      <button type="submit">send</button>
    </form>
  );
}

describe('TextInput', () => {
  it('gets label, hint and error from the field', () => {
    render(
      <Field label="닉네임" hint="10자 이하" error="이미 사용 중인 닉네임입니다." required>
        <TextInput />
      </Field>,
    );
    const input = screen.getByRole('textbox', {
      name: /닉네임/,
      description: '이미 사용 중인 닉네임입니다. 10자 이하',
    });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('works with react-hook-form: initial value, typing, reset and submission', async () => {
    const onSubmit = vi.fn();
    render(<Form onSubmit={onSubmit} />);
    const input = screen.getByRole<HTMLInputElement>('textbox');
    expect(input.value).toBe('해솔');
    fireEvent.change(input, { target: { value: '바다' } });
    fireEvent.click(screen.getByRole('button', { name: 'send' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: '바다' }));
    fireEvent.click(screen.getByRole('button', { name: 'reset' }));
    expect(input.value).toBe('해솔');
  });
});

describe('PasswordInput', () => {
  it('shows and hides the same text', () => {
    render(<PasswordInput aria-label="비밀번호" defaultValue="비밀" />);
    const input = screen.getByLabelText<HTMLInputElement>('비밀번호');
    expect(input.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: '비밀번호 표시' }));
    expect(input.type).toBe('text');
    expect(input.value).toBe('비밀');
  });
});
