import { beforeEach, expect, it, vi } from 'vitest';
import { createTestClient } from '../testing/fake-api.tsx';
import { toasterWanted } from '../ui/toast.ts';
import { loadAfterStart } from './after-start.ts';

beforeEach(() => {
  vi.useFakeTimers();
  toasterWanted.set(false);
});

it('loads what the first click needs at the first sign of intent [UI-230]', async () => {
  loadAfterStart(createTestClient(), () => undefined);
  vi.advanceTimersByTime(1000);
  expect(toasterWanted.get()).toBe(false);
  window.dispatchEvent(new Event('pointermove'));
  expect(toasterWanted.get()).toBe(true);
  await vi.dynamicImportSettled();
  vi.useRealTimers();
});

it('or on its own once the page has had time to load its data [UI-230]', async () => {
  loadAfterStart(createTestClient(), () => undefined);
  vi.advanceTimersByTime(3000);
  expect(toasterWanted.get()).toBe(true);
  await vi.dynamicImportSettled();
  vi.useRealTimers();
});
