import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LinkDialog } from './link-dialog.tsx';

it('returns the focus to a rejected address', async () => {
  const onLink = vi.fn();
  const none = () => undefined;
  render(<LinkDialog open current="" onClose={none} onLink={onLink} onUnlink={none} />);
  const field = screen.getByRole('textbox', { name: '주소' });
  const insert = screen.getByRole('button', { name: '넣기' });
  insert.focus();
  fireEvent.click(insert);
  const problem = '올바른 링크 형식을 입력해 주세요 (http:// 또는 https://)';
  expect(await screen.findByText(problem)).toBeDefined();
  expect(document.activeElement).toBe(field);
  expect(onLink).not.toHaveBeenCalled();
});
