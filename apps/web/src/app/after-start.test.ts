import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calls } from '../lib/api/api.ts';
import { toasterWanted } from '../ui/toast.ts';
import { loadAfterStart } from './after-start.ts';
import type { AppRouter } from './router.tsx';

const load = () => loadAfterStart({} as AppRouter, new QueryClient());

const { follow } = calls;

beforeEach(() => {
  vi.useFakeTimers();
  toasterWanted.set(false);
});
afterEach(() => {
  vi.useRealTimers();
  calls.follow = follow;
});

it('loads what the first click needs at the first sign of intent [UI-230]', async () => {
  load();
  vi.advanceTimersByTime(1000);
  expect(toasterWanted.get()).toBe(false);
  window.dispatchEvent(new Event('pointermove'));
  expect(toasterWanted.get()).toBe(true);
  await vi.dynamicImportSettled();
});

it('or on its own once the page has had time to load its data [UI-230]', async () => {
  load();
  vi.advanceTimersByTime(3000);
  expect(toasterWanted.get()).toBe(true);
  await vi.dynamicImportSettled();
});
