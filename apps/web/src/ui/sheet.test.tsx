import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeMedia } from '../testing/fake-page.tsx';
import { Dialog } from './dialog.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  return () => vi.useRealTimers();
});

/** Opens a sheet on a phone, or at the given width, and returns what pulls its head down by `px`. */
function open(more: { isPhone?: boolean; dismissable?: boolean; role?: 'alertdialog' } = {}) {
  const { isPhone = true, ...props } = more;
  fakeMedia(isPhone);
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="시트" {...props}>
      <p>내용</p>
    </Dialog>,
  );
  const sheet = screen.getByRole(props.role ?? 'dialog');
  const finger = { pointerType: 'touch', pointerId: 1, isPrimary: true };
  const pull = (px: number, ms: number, by = screen.getByText('시트')) => {
    const steps = [0, 0.5, 1];
    fireEvent.pointerDown(by, { ...finger, clientY: 300 });
    for (const step of steps) {
      vi.advanceTimersByTime(ms / steps.length);
      const move = new PointerEvent('pointermove', {
        ...finger,
        bubbles: true,
        clientY: 300 + px * step,
      });
      Object.defineProperty(move, 'timeStamp', { value: 1000 + ms * step });
      fireEvent(by, move);
    }
    const shown = sheet.style.transform;
    fireEvent.pointerUp(by, { ...finger, clientY: 300 + px });
    vi.advanceTimersByTime(500);
    return shown;
  };
  return { sheet, onClose, pull };
}

it('follows the finger, and closes when it is let go far down [UI-282]', () => {
  const { onClose, pull } = open();
  expect(pull(200, 2000)).toBe('translateY(200px)');
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes when it is thrown down [UI-282]', () => {
  const { onClose, pull } = open();
  pull(60, 60);
  expect(onClose).toHaveBeenCalledOnce();
});

it('comes back when it is let go early, pulled up, or stays open because of a question [UI-282]', () => {
  const { sheet, onClose, pull } = open();
  pull(60, 2000);
  expect(pull(-80, 100)).toBe('translateY(0px)');
  expect([onClose.mock.calls.length, sheet.style.transform]).toEqual([0, '']);
  pull(300, 2000);
  expect([onClose.mock.calls.length, sheet.style.transform]).toEqual([1, '']);
});

it('stays where the browser takes over, and for its buttons [UI-282]', () => {
  const { sheet, onClose, pull } = open();
  pull(300, 300, screen.getByRole('button', { name: '닫기' }));
  fireEvent.pointerDown(screen.getByText('시트'), { pointerId: 2, isPrimary: true, clientY: 0 });
  fireEvent.pointerMove(screen.getByText('시트'), { pointerId: 2, clientY: 390 });
  fireEvent.pointerCancel(screen.getByText('시트'), { pointerId: 2, clientY: 390 });
  expect([onClose.mock.calls.length, sheet.style.transform]).toEqual([0, '']);
});

it.each([
  ['a dialog on a wide screen', { isPhone: false }],
  ['one that only its buttons close', { dismissable: false }],
  ['a question', { role: 'alertdialog' as const }],
])('does not pull %s [UI-282]', (_, props) => {
  const { onClose, pull } = open(props);
  expect(pull(300, 300)).toBe('');
  expect(onClose).not.toHaveBeenCalled();
});
