import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

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
