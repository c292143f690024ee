import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyPart, quietPart } from './lazy-part.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
const load = (): Promise<() => string> =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('says that a part cannot be loaded, offers to reload and can be put away [UI-231]', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  vi.stubGlobal(
    'fetch',
    vi.fn().mockRejectedValueOnce(new TypeError()).mockResolvedValue(new Response()),
  );
  const Part = lazyPart(load);
  render(<Part />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('이 기능을 불러오지 못했습니다.');
  fireEvent.click(screen.getByRole('button', { name: '새로 고침' }));
  await screen.findByText('아직 연결되지 않았습니다.');
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: '새로 고침' }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('leaves the failure to the part that handles it', async () => {
  const onFail = vi.fn();
  const Part = lazyPart<{ name: string }>(load, onFail);
  render(<Part name="사진" />);
  await vi.waitFor(() => expect(onFail).toHaveBeenCalledWith({ name: '사진' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('closes a part that could not be loaded with its message [UI-231]', async () => {
  const onClose = vi.fn();
  const Part = lazyPart<{ onClose: () => void }>(load);
  render(<Part onClose={onClose} />);
  fireEvent.click(await screen.findByRole('button', { name: '닫기' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks for a part again when it is opened again [UI-231]', async () => {
  const later = vi.fn(load).mockResolvedValue(() => 'here');
  later.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = lazyPart(later);
  const { unmount } = render(<Part />);
  await screen.findByRole('alert');
  unmount();
  render(<Part />);
  await screen.findByText('here');
});

it('asks for a part that nobody waits for until it comes, and says nothing meanwhile', async () => {
  vi.useFakeTimers();
  const later = vi.fn(load).mockResolvedValue(() => 'here');
  later.mockRejectedValueOnce(new TypeError()).mockRejectedValueOnce(new TypeError());
  const Part = quietPart(later);
  render(<Part />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(8_999);
  expect([screen.queryByText('here'), later.mock.calls.length]).toEqual([null, 2]);
  await pass(1);
  expect(screen.getByText('here')).toBeDefined();
  expect(console.error).not.toHaveBeenCalled();
  vi.useRealTimers();
});
