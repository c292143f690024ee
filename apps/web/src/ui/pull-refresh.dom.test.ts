import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { watchPanelPulls, watchPulls } from './pull-refresh.ts';

let area: HTMLElement;
let isAtTop = true;
const refresh = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  vi.useFakeTimers();
  isAtTop = true;
  refresh.mockReset().mockResolvedValue(true);
  document.body.innerHTML = '<main><div id="box"><p>글</p></div></main>';
  area = document.querySelector('main') as HTMLElement;
  const stop = watchPulls(area, { isAtTop: () => isAtTop, refresh });
  return () => {
    stop();
    document.body.innerHTML = '';
    vi.useRealTimers();
  };
});

const at = (x: number, y: number) => ({ clientX: x, clientY: y });

/** Moves a finger on the text by that much, without letting go; returns whether the page may scroll. */
function pull(down: number, sideways = 0): boolean {
  const text = screen.getByText('글');
  fireEvent.touchStart(text, { touches: [at(100, 100)] });
  return [0.5, 1]
    .map((part) =>
      fireEvent.touchMove(text, { touches: [at(100 + sideways * part, 100 + down * part)] }),
    )
    .every(Boolean);
}

const letGo = () => fireEvent.touchEnd(screen.getByText('글'), { touches: [] });
const mark = () => screen.queryByRole('status')?.textContent ?? null;

it('refreshes a list that is pulled down and let go, and says so [UI-283]', async () => {
  expect(pull(80)).toBe(false);
  expect(mark()).toBe('당겨서 새로 고침');
  pull(200);
  expect(mark()).toBe('놓으면 새로 고침');
  letGo();
  expect([mark(), refresh.mock.calls.length]).toEqual(['새로 고치는 중입니다.', 1]);
  await vi.advanceTimersByTimeAsync(0);
  expect([mark(), screen.getByRole('status').getAttribute('aria-live')]).toEqual([
    '새로 고쳤습니다.',
    'polite',
  ]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(mark()).toBeNull();
});

it('says when it could not be refreshed [UI-283]', async () => {
  for (const outcome of [async () => false, () => Promise.reject(new Error('offline'))]) {
    refresh.mockImplementation(outcome);
    pull(200);
    letGo();
    await vi.advanceTimersByTimeAsync(0);
    expect(mark()).toContain('새로 고치지 못했습니다.');
    await vi.advanceTimersByTimeAsync(5000);
  }
});

it('does one refresh at a time [UI-283]', async () => {
  refresh.mockReturnValue(new Promise(() => undefined));
  for (const _ of [1, 2]) {
    pull(200);
    letGo();
  }
  expect(refresh).toHaveBeenCalledOnce();
});

it('leaves other gestures to the browser [UI-283]', () => {
  const gestures: [down: number, sideways: number][] = [
    [-200, 0],
    [100, 200],
    [100, -200],
  ];
  for (const [down, sideways] of gestures) {
    expect(pull(down, sideways)).toBe(true);
    letGo();
  }
  isAtTop = false;
  expect(pull(200)).toBe(true);
  letGo();
  isAtTop = true;
  const box = document.getElementById('box') as HTMLElement;
  box.scrollTop = 10;
  expect(pull(200)).toBe(true);
  letGo();
  box.scrollTop = 0;
  fireEvent.touchStart(box, { touches: [at(0, 0), at(50, 0)] });
  fireEvent.touchMove(box, { touches: [at(0, 200), at(50, 200)] });
  letGo();
  expect([refresh.mock.calls.length, mark()]).toEqual([0, null]);
});

it('does nothing when the list is let go early or the browser takes over [UI-283]', async () => {
  pull(60);
  letGo();
  pull(200);
  fireEvent.touchCancel(screen.getByText('글'));
  letGo();
  await vi.advanceTimersByTimeAsync(500);
  expect([refresh.mock.calls.length, mark()]).toEqual([0, null]);
});

it('pulls a list in a panel only while the panel shows its beginning [UI-283]', () => {
  document.body.innerHTML = '<section role="dialog"><div><p>글</p></div></section>';
  const stop = watchPanelPulls(screen.getByText('글'), refresh);
  const panel = screen.getByRole('dialog');
  panel.scrollTop = 20;
  pull(200);
  letGo();
  expect(refresh).not.toHaveBeenCalled();
  panel.scrollTop = 0;
  pull(200);
  letGo();
  expect(refresh).toHaveBeenCalledOnce();
  stop();
});
