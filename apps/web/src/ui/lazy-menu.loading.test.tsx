import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('./menu.tsx');
});

/** Code that comes when the test says so. */
function lateCode() {
  let come = () => {};
  const code = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { load: () => code, come: () => come() };
}

/** A menu whose code comes with `load`, above a field. */
async function showLoading(load: () => Promise<void>) {
  vi.resetModules();
  vi.doMock('./menu.tsx', async (original) => {
    await load();
    return original();
  });
  const { LazyMenu } = await import('./lazy-menu.tsx');
  render(
    <main>
      <LazyMenu label="글 메뉴" trigger="…" items={[{ label: '수정', onSelect: vi.fn() }]} />
      <input aria-label="댓글" />
    </main>,
  );
}

const button = () => screen.getByRole('button', { name: '글 메뉴' });
const isBusy = () => button().getAttribute('aria-busy') === 'true';

it('keeps the focus on its button while its code is on the way, and opens once [UI-234]', async () => {
  const code = lateCode();
  await showLoading(code.load);
  button().focus();
  fireEvent.click(button(), { detail: 1 });
  fireEvent.click(button(), { detail: 2 });
  await waitFor(() => expect(isBusy()).toBe(true));
  expect(document.activeElement).toBe(button());
  code.come();
  expect(await screen.findByRole('menu')).toBeDefined();
});

it('takes the focus from nobody who has gone on when its code comes late [UI-234]', async () => {
  const code = lateCode();
  await showLoading(code.load);
  button().focus();
  fireEvent.click(button(), { detail: 1 });
  screen.getByRole('textbox').focus();
  code.come();
  await waitFor(() => expect(isBusy()).toBe(false));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  fireEvent.click(button(), { detail: 1 });
  expect(await screen.findByRole('menu')).toBeDefined();
});

it('says when its code cannot be loaded, gives the focus back and tries again [UI-234]', async () => {
  const load = vi.fn(async () => {
    throw new Error('offline');
  });
  await showLoading(load);
  for (let n = 0; n < 2; n += 1) {
    button().focus();
    fireEvent.click(button(), { detail: 1 });
    expect((await screen.findByRole('alert')).textContent).toContain('불러오지 못했습니다');
    expect(document.activeElement).toBe(button());
    fireEvent.click(screen.getByRole('button', { name: '닫기' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(button());
  }
});
