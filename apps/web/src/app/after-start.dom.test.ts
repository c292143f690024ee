import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasterEnabled } from '../ui/toast.ts';
import { loadAfterStart } from './after-start.ts';
import type { AppRouter } from './router.tsx';

const loadLater = vi.fn();
/** Without a page and a server the code itself would go on after the test. */
const load = (importLater = async () => ({ loadLater })) =>
  loadAfterStart({} as AppRouter, new QueryClient(), importLater);

beforeEach(() => {
  vi.useFakeTimers();
  toasterEnabled.set(false);
  loadLater.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

it('loads what the first click needs at the first sign of intent [UI-230]', async () => {
  load();
  vi.advanceTimersByTime(1000);
  expect(toasterEnabled.get()).toBe(false);
  window.dispatchEvent(new Event('pointermove'));
  expect(toasterEnabled.get()).toBe(true);
  await vi.waitFor(() => expect(loadLater).toHaveBeenCalledTimes(1));
});

it('or on its own once the page has had time to load its data [UI-230]', async () => {
  load();
  vi.advanceTimersByTime(3000);
  expect(toasterEnabled.get()).toBe(true);
  await vi.waitFor(() => expect(loadLater).toHaveBeenCalledTimes(1));
});

it('tries again until the network brings it [UI-230]', async () => {
  const importLater = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ loadLater });
  load(importLater);
  await vi.advanceTimersByTimeAsync(3000);
  expect([importLater.mock.calls.length, loadLater.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([importLater.mock.calls.length, loadLater.mock.calls.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(9000);
  expect(importLater).toHaveBeenCalledTimes(2);
});

it('asks again for a stylesheet that was not loaded, ever more seldom [UI-231]', () => {
  load();
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/controls.css">';
  for (const pauseMs of [3000, 6000, 12_000]) {
    const lost = document.querySelector('link');
    lost?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(pauseMs - 1);
    expect(document.querySelector('link')).toBe(lost);
    vi.advanceTimersByTime(1);
    const again = document.querySelector('link');
    expect([again === lost, again?.getAttribute('href')]).toEqual([false, '/assets/controls.css']);
  }
});
