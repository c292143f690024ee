import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, UNDO } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  act(() => {
    sonner.dismiss();
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const say = async (kind: keyof typeof toast, ...said: Parameters<typeof toast.info>) => {
  toast[kind](...said);
  await vi.dynamicImportSettled();
  await pass(0);
};
/** Oldest first; sonner keeps hidden and removed toasts in the DOM for a while. */
const texts = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-visible=true][data-removed=false]')]
    .map((shown) => shown.textContent)
    .reverse();

const LIFE = 4000;

describe('toasts', () => {
  it('appear above what is being written at the bottom of the screen [UI-98]', async () => {
    const composer = document.body.appendChild(document.createElement('form'));
    composer.dataset.composer = '';
    let top = window.innerHeight - 90;
    composer.getBoundingClientRect = () => new DOMRect(0, top, 300, 80);
    await say('info', '전송했습니다.');
    const offset = () =>
      document
        .querySelector<HTMLElement>('[data-sonner-toaster]')
        ?.style.getPropertyValue('--mobile-offset-bottom');
    expect(offset()).toBe('calc(max(90px, var(--bottom)) + 16px)');
    top = 0;
    act(() => void window.dispatchEvent(new Event('scroll')));
    expect(offset()).toBe('calc(max(0px, var(--bottom)) + 16px)');
    composer.remove();
  });

  it('move with what is being written when it grows, not only under the next press [UI-98]', async () => {
    let grow = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          grow = callback;
        }
        observe() {}
        disconnect() {}
      },
    );
    const composer = document.body.appendChild(document.createElement('form'));
    composer.dataset.composer = '';
    let top = window.innerHeight - 90;
    composer.getBoundingClientRect = () => new DOMRect(0, top, 300, 80);
    await say('info', '전송했습니다.');
    const toaster = document.querySelector<HTMLElement>('[data-sonner-toaster]');
    top -= 40;
    act(grow);
    const offset = toaster?.style.getPropertyValue('--mobile-offset-bottom');
    expect(offset).toBe('calc(max(130px, var(--bottom)) + 16px)');
    composer.remove();
    vi.unstubAllGlobals();
  });

  it('stay 4 seconds [UI-17]', async () => {
    await say('success', '저장했습니다.');
    await pass(LIFE - 50);
    expect(texts()).toEqual(['저장했습니다.']);
    await pass(50);
    expect(texts()).toEqual([]);
  });

  it('show at most 3 and drop the oldest [UI-17]', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await say('info', text);
    expect(texts()).toEqual(['3', '4', '5']);
  });

  it('show an equal text once, with its time from the last [UI-17]', async () => {
    await say('error', '저장하지 못했습니다.');
    await pass(LIFE - 500);
    await say('error', '저장하지 못했습니다.');
    expect(texts()).toEqual(['저장하지 못했습니다.']);
    await pass(LIFE - 100);
    expect(texts()).toHaveLength(1);
    await pass(150);
    expect(texts()).toEqual([]);
  });

  it('with a choice are never one with another of the same text [UI-17]', async () => {
    const undone: number[] = [];
    for (const at of [1, 2]) {
      await say('success', '뺐습니다.', { label: UNDO, onClick: () => undone.push(at) });
    }
    await say('success', '뺐습니다.');
    await say('success', '뺐습니다.');
    expect(texts()).toHaveLength(3);
    for (const undo of screen.getAllByRole('button', { name: UNDO })) fireEvent.click(undo);
    expect(undone.toSorted()).toEqual([1, 2]);
  });

  it('with a choice stay 12 seconds, also after the focus was in another [UI-17]', async () => {
    await say('success', '뺐습니다.', { label: UNDO, onClick: () => undefined });
    await say('info', '하나');
    const [close] = screen.getAllByRole('button', { name: '알림 닫기' });
    act(() => close?.focus());
    act(() => close?.blur());
    if (close) fireEvent.click(close);
    await pass(12_000 - 50);
    expect(screen.getAllByRole('button', { name: UNDO })).toHaveLength(1);
    await pass(50);
    expect(texts()).toEqual([]);
  });

  it.each(['t', 'ㅅ', '†'])(
    'are reached with Alt and T, which writes %s, and return the focus [UI-17]',
    async (key) => {
      const box = document.body.appendChild(document.createElement('textarea'));
      box.focus();
      const press = (init: KeyboardEventInit) =>
        act(() => fireEvent.keyDown(document.activeElement ?? box, { code: 'KeyT', key, ...init }));
      press({ altKey: true });
      expect(document.activeElement).toBe(box);
      await say('success', '뺐습니다.', { label: UNDO, onClick: () => undefined });
      press({});
      press({ altKey: true, ctrlKey: true });
      press({ altKey: true, isComposing: true });
      expect(document.activeElement).toBe(box);
      press({ altKey: true });
      expect(document.activeElement?.textContent).toContain('뺐습니다.');
      await pass(LIFE * 10);
      expect(texts()).toHaveLength(1);
      act(() => (document.activeElement as HTMLElement).blur());
      expect(document.activeElement).toBe(box);
      await pass(12_000);
      expect(texts()).toEqual([]);
      box.remove();
    },
  );

  it('are announced as a status [UI-17]', async () => {
    await say('info', '읽어 주세요.');
    expect(screen.getByRole('status', { name: '알림' }).textContent).toBe('읽어 주세요.');
  });

  it('stay while hovered [UI-17]', async () => {
    await say('error', '실패했습니다.');
    await pass(LIFE - 500);
    const list = screen.getByRole('list');
    fireEvent.mouseEnter(list);
    await pass(LIFE * 10);
    expect(texts()).toHaveLength(1);
    fireEvent.mouseLeave(list);
    await pass(400);
    expect(texts()).toHaveLength(1);
    await pass(100);
    expect(texts()).toHaveLength(0);
  });

  it('stay while focused, also after one was closed [UI-17]', async () => {
    await say('info', '하나');
    await say('info', '둘');
    const [close] = screen.getAllByRole('button', { name: '알림 닫기' });
    act(() => close?.focus());
    await pass(LIFE * 10);
    expect(texts()).toEqual(['하나', '둘']);
    if (close) fireEvent.click(close);
    await pass(LIFE - 50);
    expect(texts()).toEqual(['하나']);
    await pass(50);
    expect(texts()).toEqual([]);
  });

  it('restart their timer on blur [UI-17]', async () => {
    await say('info', '하나');
    const close = screen.getByRole('button', { name: '알림 닫기' });
    act(() => close.focus());
    await pass(LIFE * 10);
    act(() => close.blur());
    await pass(LIFE + 50);
    expect(texts()).toEqual([]);
  });

  it('can be closed by the user', async () => {
    await say('info', '닫기');
    fireEvent.click(screen.getByRole('button', { name: '알림 닫기' }));
    expect(texts()).toEqual([]);
  });
});
