import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { alertDialog, confirmDialog } from './ask.ts';
import { AskHost } from './ask-host.tsx';

async function ask<T>(question: () => Promise<T>): Promise<Promise<T>[]> {
  render(<AskHost />);
  let answer: Promise<T> | undefined;
  await act(async () => {
    answer = question();
  });
  return answer ? [answer] : [];
}

describe('confirmDialog', () => {
  it('resolves to true for the confirm button', async () => {
    const [answer] = await ask(() => confirmDialog({ title: '삭제할까요?', confirmLabel: '삭제' }));
    expect(await screen.findByRole('alertdialog', { name: '삭제할까요?' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '삭제' }));
    expect(await answer).toBe(true);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('resolves to false for cancel and Esc', async () => {
    const [cancelled] = await ask(() => confirmDialog({ title: '삭제할까요?' }));
    fireEvent.click(await screen.findByRole('button', { name: '취소' }));
    expect(await cancelled).toBe(false);
    let escaped: Promise<boolean> | undefined;
    await act(async () => {
      escaped = confirmDialog({ title: '나갈까요?' });
    });
    fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
    expect(await escaped).toBe(false);
  });
});

describe('focus of a question', () => {
  it.each([
    [{}, '확인'],
    [{ danger: true }, '취소'],
    [{ prefersCancel: true }, '취소'],
  ])('starts with %j on %s', async (options, focused) => {
    await ask(() => confirmDialog({ title: '나갈까요?', ...options }));
    const button = await screen.findByRole('button', { name: focused });
    expect(document.activeElement).toBe(button);
  });
});

describe('alertDialog', () => {
  it('has one button [UI-18]', async () => {
    const [answer] = await ask(() => alertDialog({ title: '알림', body: '지웠습니다.' }));
    const dialog = await screen.findByRole('alertdialog', {
      name: '알림',
      description: '지웠습니다.',
    });
    expect(dialog.querySelectorAll('button')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: '확인' }));
    expect(await answer).toBeUndefined();
  });
});
