import { TEXTS } from '@naru/contract/texts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_DRAFT_NOTE } from '../../lib/typed-draft.ts';
import { Composer } from './composer.tsx';

const IME_ENTER = { key: 'Process', code: 'Enter', keyCode: 229, isComposing: true };
const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13 };

let isTouch = false;

beforeEach(() => {
  isTouch = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({
    matches: isTouch,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

afterEach(() => {
  vi.useRealTimers();
});

function Room(props: { onSend: (content: string) => boolean }) {
  const [text, setText] = useState('');
  return (
    <Composer
      draft={NO_DRAFT_NOTE}
      text={text}
      onText={setText}
      onSend={props.onSend}
      onPictures={() => {}}
    />
  );
}

function setUp(isAccepted = true) {
  const onSend = vi.fn(() => isAccepted);
  render(<Room onSend={onSend} />);
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '메시지 입력' });
  return { onSend, area };
}

function write(area: HTMLTextAreaElement, text: string): void {
  area.value = text;
  fireEvent.input(area);
}

function compose(area: HTMLTextAreaElement, text: string): void {
  fireEvent.compositionStart(area);
  area.value = text;
  fireEvent.input(area, { isComposing: true });
}

function settle(): void {
  act(() => {
    vi.runAllTimers();
  });
}

describe('Composer: Enter', () => {
  it('sends the whole text once during a composition and clears the field', () => {
    const { onSend, area } = setUp();
    compose(area, '안녕');
    fireEvent.keyDown(area, IME_ENTER);
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.compositionEnd(area, { data: '녕' });
    fireEvent.keyUp(area, ENTER);
    settle();
    expect(onSend.mock.calls).toEqual([['안녕']]);
    expect(area.value).toBe('');
  });

  it('sends once when the same press fires a second keydown', () => {
    const { onSend, area } = setUp();
    compose(area, '안녕');
    fireEvent.keyDown(area, IME_ENTER);
    fireEvent.compositionEnd(area, { data: '녕' });
    settle();
    fireEvent.keyDown(area, ENTER);
    fireEvent.keyUp(area, ENTER);
    settle();
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it('inserts a line break with Shift', () => {
    const { onSend, area } = setUp();
    write(area, '안녕');
    expect(fireEvent.keyDown(area, { ...ENTER, shiftKey: true })).toBe(true);
    expect(onSend).not.toHaveBeenCalled();
  });

  it('inserts a line break on touch screens, where the button also sends composed text', () => {
    isTouch = true;
    const { onSend, area } = setUp();
    compose(area, '안녕');
    expect(fireEvent.keyDown(area, ENTER)).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '보내기' }));
    settle();
    expect(onSend.mock.calls).toEqual([['안녕']]);
    expect(area.value).toBe('');
  });
});

describe('Composer: content', () => {
  it('sends trimmed text in NFC and never a blank one [CHAT-15]', () => {
    const { onSend, area } = setUp();
    for (const blank of [' \n ', '\u200b', '\u3164', '\u2800 ']) {
      write(area, blank);
      fireEvent.keyDown(area, ENTER);
      fireEvent.keyUp(area, ENTER);
    }
    expect(onSend).not.toHaveBeenCalled();
    write(area, ` ${'한글'.normalize('NFD')}\n`);
    fireEvent.keyDown(area, ENTER);
    expect(onSend.mock.calls).toEqual([['한글'.normalize('NFC')]]);
  });

  it('limits a message to 2,000 graphemes [INPUT-04]', () => {
    const { onSend, area } = setUp();
    write(area, '👨‍👩‍👧‍👦'.repeat(2000));
    expect(screen.getByText('2,000/2,000')).toBeTruthy();
    write(area, '가'.repeat(2001));
    expect(screen.getByRole('alert').textContent).toContain('2,000자 이하');
    fireEvent.keyDown(area, ENTER);
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '보내기' }).disabled).toBe(true);
  });

  it('refuses stacked marks with the reason and keeps the text [INPUT-20]', () => {
    const { onSend, area } = setUp();
    const text = `ㅇ${'\u0301'.repeat(31)}`;
    write(area, text);
    expect(screen.getByRole('alert').textContent).toBe(TEXTS.marksTooMany);
    fireEvent.keyDown(area, ENTER);
    expect(onSend).not.toHaveBeenCalled();
    expect(area.value).toBe(text);
  });

  it('keeps the text when it is not accepted', () => {
    const { onSend, area } = setUp(false);
    write(area, '네');
    fireEvent.keyDown(area, ENTER);
    settle();
    expect(onSend).toHaveBeenCalledTimes(1);
    expect(area.value).toBe('네');
  });
});
