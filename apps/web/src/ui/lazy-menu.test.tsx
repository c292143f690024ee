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

const ENTRIES = ['수정', '링크 복사', '신고', '삭제'].map((label) => ({ label, onSelect }));
const chosen = () => document.activeElement?.textContent;

async function openBy(key: string): Promise<HTMLElement> {
  render(
    <main>
      <LazyMenu label="글 메뉴" trigger="…" items={ENTRIES} />
    </main>,
  );
  fireEvent.keyDown(button(), { key });
  return screen.findByRole('menu');
}

it('opens at its last entry by the arrow up, and moves by arrows, Home and End [UI-651]', async () => {
  const menu = await openBy('ArrowUp');
  await waitFor(() => expect(chosen()).toBe('삭제'));
  for (const [key, label] of [
    ['ArrowDown', '수정'],
    ['End', '삭제'],
    ['ArrowUp', '신고'],
    ['Home', '수정'],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? menu, { key });
    await waitFor(() => expect(chosen()).toBe(label));
  }
});

it('chooses the next entry that begins with a typed consonant [UI-651]', async () => {
  await openBy('ArrowDown');
  await waitFor(() => expect(chosen()).toBe('수정'));
  const type = (key: string) => {
    fireEvent.keyDown(document.activeElement as HTMLElement, { key });
    return chosen();
  };
  expect(['ㅅ', 'ㅅ', 'ㅅ', 'ㄹ', 'ㅋ'].map(type)).toEqual([
    ...['신고', '삭제', '수정', '링크 복사', '링크 복사'],
  ]);
});
