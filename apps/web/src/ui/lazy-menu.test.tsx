import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LazyMenu } from './lazy-menu.tsx';

const onSelect = vi.fn();
const show = () =>
  render(
    <main>
      <LazyMenu label="글 메뉴" trigger="…" items={[{ label: '수정', onSelect }]} />
    </main>,
  );
const button = () => screen.getByRole('button', { name: '글 메뉴' });

it('opens at the first click, inside its landmark, and gives the focus back [UI-234]', async () => {
  show();
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  expect(button().getAttribute('aria-expanded')).toBe('false');
  button().focus();
  fireEvent.click(button(), { detail: 1 });
  const item = await screen.findByRole('menuitem', { name: '수정' });
  expect(item.closest('main')).not.toBeNull();
  expect(item).not.toBe(document.activeElement);
  fireEvent.keyDown(item, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(button());
});

it.each([
  ['Enter, which clicks', () => fireEvent.click(button(), { detail: 0 })],
  ['an arrow', () => fireEvent.keyDown(button(), { key: 'ArrowDown' })],
])('has its first entry chosen when opened by %s [UI-234]', async (_, open) => {
  onSelect.mockReset();
  show();
  open();
  const item = await screen.findByRole('menuitem', { name: '수정' });
  await waitFor(() => expect(document.activeElement).toBe(item));
  fireEvent.click(item);
  expect(onSelect).toHaveBeenCalledOnce();
});
