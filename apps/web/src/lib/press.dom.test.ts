import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pressEnd } from './press.ts';

/** Whether the press has ended, and everything that its end lets happen. */
async function hasEnded(end: Promise<void>): Promise<boolean> {
  const ended = vi.fn();
  void end.then(ended);
  await new Promise((resolve) => setTimeout(resolve));
  return ended.mock.calls.length > 0;
}

// The press of a test before ends in the next turn.
beforeEach(() => pressEnd());

it('waits for the click of the press under way [UI-284]', async () => {
  expect(await hasEnded(pressEnd())).toBe(true);
  fireEvent.mouseDown(document.body);
  const end = pressEnd();
  expect(await hasEnded(end)).toBe(false);
  const clicked = vi.fn();
  void end.then(clicked);
  fireEvent.mouseUp(document.body);
  expect(clicked).not.toHaveBeenCalled();
  expect(await hasEnded(end)).toBe(true);
});

it.each(['mouseup', 'dragend', 'blur'])('ends with %s', async (type) => {
  fireEvent.mouseDown(document.body);
  const end = pressEnd();
  window.dispatchEvent(new Event(type));
  expect(await hasEnded(end)).toBe(true);
});

it('does not wait for another button than the first', async () => {
  fireEvent.mouseDown(document.body, { button: 2 });
  expect(await hasEnded(pressEnd())).toBe(true);
});
