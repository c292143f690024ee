import { act, fireEvent, render, screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_DRAFT_NOTE } from '../lib/typed-draft.ts';
import { TextArea, TextInput } from './text-input.tsx';

/*
 * The event orders below are those of real browsers. An end-to-end test gets them from the DevTools
 * protocol: `Input.imeSetComposition` for each state of a syllable, `Input.insertText` for its end,
 * and `Input.dispatchKeyEvent` with `windowsVirtualKeyCode: 229` for a key taken by the IME.
 */
const IME_ENTER = { key: 'Process', code: 'Enter', keyCode: 229 };
const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13 };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function field(): HTMLInputElement {
  return screen.getByRole('textbox');
}

function write(text: string): void {
  const element = field();
  element.value = text;
  fireEvent.input(element, { isComposing: true });
}

function compose(...states: string[]): void {
  fireEvent.compositionStart(field());
  for (const state of states) write(state);
}

/** Ends a composition with the text that it leaves. */
function endWith(data: string): void {
  fireEvent.compositionEnd(field(), { data });
}

function settle(): void {
  act(() => {
    vi.runAllTimers();
  });
}

function Search(props: { onSubmit: (text: string) => void; onText?: (text: string) => void }) {
  const [text, setText] = useState('');
  const [, tick] = useState(0);
  return (
    <>
      <TextInput
        value={text}
        onText={(next) => {
          setText(next);
          props.onText?.(next);
        }}
        onSubmitText={props.onSubmit}
      />
      <button type="button" onClick={() => tick((count) => count + 1)}>
        render
      </button>
      <output>{text}</output>
    </>
  );
}

/** Clears itself after each submission, like the chat input. */
function Chat() {
  const [text, setText] = useState('');
  return <TextInput value={text} onText={setText} onSubmitText={() => setText('')} />;
}

/** Sends by a button alone, which a tap does not focus. */
function Sender({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('');
  const send = () => {
    onSend(text);
    setText('');
  };
  return (
    <>
      <TextInput value={text} onText={setText} />
      <button type="button" disabled={text.trim() === ''} onClick={send}>
        send
      </button>
    </>
  );
}

function Digits() {
  const [text, setText] = useState('');
  return <TextInput value={text} onText={(next) => setText(next.replace(/\D/g, ''))} />;
}

/** A search form, whose handler reads the state. */
function Form({ onSubmit }: { onSubmit: (text: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(text);
  };
  return (
    <form onSubmit={submit}>
      <TextInput value={text} onText={setText} />
    </form>
  );
}

describe('Enter that ends a composition', () => {
  it('submits once with the complete text (Chromium, one keydown)', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    compose('ㅎ', '하', '한');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    expect(onSubmit).not.toHaveBeenCalled();
    endWith('한');
    fireEvent.keyUp(field(), ENTER);
    settle();
    expect(onSubmit.mock.calls).toEqual([['한']]);
  });

  it('submits once when a second keydown of the same press follows', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    compose('한');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    endWith('한');
    settle();
    fireEvent.keyDown(field(), ENTER);
    fireEvent.keyUp(field(), ENTER);
    settle();
    expect(onSubmit.mock.calls).toEqual([['한']]);
  });

  it('submits once when the composition ends before the keydown (Safari)', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    compose('한');
    endWith('한');
    fireEvent.keyDown(field(), { ...IME_ENTER, key: 'Enter' });
    fireEvent.keyUp(field(), ENTER);
    settle();
    expect(onSubmit.mock.calls).toEqual([['한']]);
  });

  it('submits once with the last syllable that is taken back and inserted anew (ibus in Chromium)', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    compose('안녕ㅎ', '안녕하');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    write('안녕');
    endWith('');
    // Milliseconds later, and tasks of other kinds may run before.
    act(() => {
      vi.advanceTimersByTime(10);
    });
    field().value = '안녕하';
    fireEvent.input(field(), { inputType: 'insertText', data: '하' });
    fireEvent.keyDown(field(), ENTER);
    fireEvent.keyUp(field(), ENTER);
    settle();
    expect(onSubmit.mock.calls).toEqual([['안녕하']]);
  });

  it('submits soon when neither a syllable nor a plain Enter follows a composition without text', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    write('안녕');
    compose('안녕ㅎ');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    write('안녕');
    endWith('');
    fireEvent.keyUp(field(), ENTER);
    settle();
    expect(onSubmit.mock.calls).toEqual([['안녕']]);
  });

  it('submits again on a deliberate second Enter', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    compose('한');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    endWith('한');
    fireEvent.keyUp(field(), ENTER);
    settle();
    fireEvent.keyDown(field(), ENTER);
    settle();
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('submits the surrounding form once', () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <TextInput name="q" />
      </form>,
    );
    compose('한');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    endWith('한');
    settle();
    const again = fireEvent.keyDown(field(), ENTER);
    expect(again).toBe(false);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('submits the surrounding form with the syllable that only the Enter ends [UI-332]', () => {
    const onSubmit = vi.fn();
    render(<Form onSubmit={onSubmit} />);
    write('하');
    compose('하느', '하늘');
    fireEvent.keyDown(field(), ENTER);
    settle();
    expect(onSubmit.mock.calls).toEqual([['하늘']]);
    expect(field().value).toBe('하늘');
  });

  it('submits the surrounding form once when the composition ends before the keydown (Safari)', () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <TextInput name="q" />
      </form>,
    );
    compose('한');
    endWith('한');
    fireEvent.keyDown(field(), { ...IME_ENTER, key: 'Enter' });
    fireEvent.keyUp(field(), ENTER);
    expect(onSubmit).not.toHaveBeenCalled();
    settle();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('does not submit when the user continues typing', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    compose('한');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    fireEvent.keyDown(field(), { key: 'Process', code: 'KeyR', keyCode: 229, isComposing: true });
    endWith('한');
    settle();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('plain Enter', () => {
  it('submits at once and ignores key repeat', () => {
    const onSubmit = vi.fn();
    render(<Search onSubmit={onSubmit} />);
    write('abc');
    fireEvent.keyDown(field(), ENTER);
    fireEvent.keyDown(field(), { ...ENTER, repeat: true });
    expect(onSubmit.mock.calls).toEqual([['abc']]);
  });

  it('breaks the line in a text area with Shift or without a submit handler', () => {
    const onSubmit = vi.fn();
    const { rerender } = render(<TextArea draft={NO_DRAFT_NOTE} onSubmitText={onSubmit} />);
    expect(fireEvent.keyDown(field(), { ...ENTER, shiftKey: true })).toBe(true);
    rerender(<TextArea draft={NO_DRAFT_NOTE} />);
    expect(fireEvent.keyDown(field(), ENTER)).toBe(true);
    settle();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('text during a composition', () => {
  it('is reported as it is seen, each state once [UI-332]', () => {
    const onText = vi.fn();
    render(<Search onSubmit={vi.fn()} onText={onText} />);
    compose('ㅎ', '하', '한');
    expect(onText.mock.calls).toEqual([['ㅎ'], ['하'], ['한']]);
    expect(screen.getByRole('status').textContent).toBe('한');
    endWith('한');
    settle();
    expect(onText).toHaveBeenCalledTimes(3);
  });

  it('enables what waits for a text with the first letter [UI-332]', () => {
    render(<Sender onSend={vi.fn()} />);
    expect(screen.getByRole('button')).toHaveProperty('disabled', true);
    compose('ㅎ');
    expect(screen.getByRole('button')).toHaveProperty('disabled', false);
  });

  it('is sent once by a button that leaves the focus in the field [UI-332]', () => {
    const onSend = vi.fn();
    render(<Sender onSend={onSend} />);
    act(() => field().focus());
    // Leaving the field ends a composition in every browser.
    field().addEventListener('blur', () => endWith('한'), { once: true });
    compose('ㅎ', '하', '한');
    fireEvent.click(screen.getByRole('button'));
    settle();
    expect([onSend.mock.calls, field().value]).toEqual([[['한']], '']);
    expect(document.activeElement).toBe(field());
    fireEvent.click(screen.getByRole('button'));
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it('ends without a blur of the field, unless the field cannot take the focus again [UI-332]', () => {
    const onBlur = vi.fn();
    const { rerender } = render(<TextInput value="" onBlur={onBlur} onText={() => undefined} />);
    field().focus();
    compose('ㅎ', '하');
    rerender(<TextInput value="sent" onBlur={onBlur} onText={() => undefined} />);
    expect(field().value).toBe('sent');
    expect(onBlur).not.toHaveBeenCalled();
    act(() => field().blur());
    expect(onBlur).toHaveBeenCalledOnce();

    field().focus();
    compose('ㅎ', '하');
    vi.spyOn(field(), 'focus').mockImplementation(() => undefined);
    rerender(<TextInput value="" onBlur={onBlur} onText={() => undefined} />);
    expect(onBlur).toHaveBeenCalledTimes(2);
  });

  it('is over once the layer ends it, also when no event says so [UI-332]', () => {
    const show = (value: string) => <TextInput value={value} onText={() => undefined} />;
    const { rerender } = render(show(''));
    field().focus();
    compose('ㅎ', '하');
    vi.spyOn(field(), 'blur').mockImplementation(() => undefined);
    rerender(show('sent'));
    write('refused');
    expect(field().value).toBe('sent');
  });

  it('stays while the parent refuses it, and is restored at its end [UI-332]', () => {
    render(<Digits />);
    write('1');
    compose('1ㅎ', '1하');
    expect(field().value).toBe('1하');
    endWith('하');
    settle();
    expect(field().value).toBe('1');
  });

  it('is not overwritten by a render', () => {
    render(<Search onSubmit={vi.fn()} />);
    compose('ㅎ', '하');
    fireEvent.click(screen.getByRole('button', { name: 'render' }));
    expect(field().value).toBe('하');
    write('한');
    endWith('한');
    settle();
    expect(field().value).toBe('한');
  });

  it('is restored when the parent rejects or clears it', () => {
    render(<Chat />);
    compose('한');
    fireEvent.keyDown(field(), { ...IME_ENTER, isComposing: true });
    endWith('한');
    settle();
    expect(field().value).toBe('');
  });
});
