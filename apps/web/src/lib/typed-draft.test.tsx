import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logInForTest } from '../testing/fake-session.ts';
import { type DraftOffer, useDraftText } from './typed-draft.ts';

const NAME = 'comment-edit-4';
const PLACE = `naru.draft.1.${NAME}.new`;

function open(saved = '원래 댓글', name = NAME) {
  const hook = renderHook(({ saved }) => useDraftText(name, saved), { initialProps: { saved } });
  return {
    ...hook,
    text: () => hook.result.current.text,
    type: (text: string) => act(() => hook.result.current.setText(text)),
    offer: <K extends DraftOffer['kind']>(kind: K) => {
      const { offer } = hook.result.current.draft;
      if (offer?.kind !== kind) throw new Error(`${offer?.kind} instead of ${kind}`);
      return offer as Extract<DraftOffer, { kind: K }>;
    },
    isQuiet: () => hook.result.current.draft.offer === null,
  };
}
const wait = () => act(() => vi.runAllTimers());
const isStored = () => localStorage.getItem(PLACE) !== null;

beforeEach(() => {
  vi.useFakeTimers();
  logInForTest(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the text of a field', () => {
  it.each([
    ['is closed', (field: ReturnType<typeof open>) => field.unmount()],
    ['is hidden', () => window.dispatchEvent(new Event('pagehide'))],
    ['has been idle', wait],
  ])('comes back after its page %s, and says so [REL-170]', (_how, leave) => {
    const field = open();
    expect(field.isQuiet()).toBe(true);
    field.type('덧붙임');
    leave(field);
    const again = open();
    expect(again.text()).toBe('덧붙임');
    again.offer('restored');
  });

  it('can be dropped, and taken back [REL-170]', () => {
    const field = open();
    field.type('덧붙임');
    field.unmount();
    const again = open();
    act(() => again.offer('restored').drop());
    wait();
    expect([again.text(), isStored()]).toEqual(['원래 댓글', false]);
    act(() => again.offer('dropped').take());
    wait();
    expect([again.text(), isStored()]).toEqual(['덧붙임', true]);
  });

  it('is removed once it is sent, also within the pause before it is stored [REL-170]', () => {
    const field = open();
    field.type('덧붙');
    wait();
    field.type('덧붙임');
    act(() => field.result.current.end());
    window.dispatchEvent(new Event('pagehide'));
    field.unmount();
    expect(isStored()).toBe(false);
    expect(open().text()).toBe('원래 댓글');
  });

  it('does not replace what was saved elsewhere since: it is offered [REL-171]', () => {
    const field = open();
    field.type('덧붙임');
    field.unmount();
    const again = open('다른 기기에서 고친 댓글');
    expect(again.text()).toBe('다른 기기에서 고친 댓글');
    expect(again.offer('outdated').text).toBe('덧붙임');
    act(() => again.offer('outdated').take());
    wait();
    expect([again.text(), again.isQuiet()]).toEqual(['덧붙임', true]);
    again.unmount();
    expect(open('다른 기기에서 고친 댓글').text()).toBe('덧붙임');
  });

  it('that nobody typed is no draft when it is saved elsewhere meanwhile [REL-171]', () => {
    const field = open('원래');
    field.rerender({ saved: '다른 기기에서 고침' });
    wait();
    field.unmount();
    const again = open('다른 기기에서 고침');
    expect([again.text(), again.isQuiet()]).toEqual(['다른 기기에서 고침', true]);
  });

  it('that is typed over what has changed elsewhere is offered, not put there [REL-171]', () => {
    const field = open('원래');
    field.rerender({ saved: '다른 기기에서 고침' });
    field.type('원래, 덧붙임');
    field.unmount();
    const again = open('다른 기기에서 고침');
    expect(again.text()).toBe('다른 기기에서 고침');
    expect(again.offer('outdated').text).toBe('원래, 덧붙임');
  });

  it.each([
    ['stays in the field', '보냄'],
    ['leaves an empty field', ''],
  ])('that was sent and %s is what the next one is typed over [REL-170]', (_how, left) => {
    const field = open('원래');
    field.type('보냄');
    act(() => {
      field.result.current.setText(left);
      field.result.current.end();
    });
    field.rerender({ saved: left });
    wait();
    expect(isStored()).toBe(false);
    field.type('그다음');
    field.unmount();
    expect(open(left).text()).toBe('그다음');
  });

  it('is not offered where the server has exactly it', () => {
    const field = open();
    field.type('덧붙임');
    field.unmount();
    expect(open('덧붙임').isQuiet()).toBe(true);
  });

  it.each([
    ['dropped', (field: ReturnType<typeof open>) => act(() => field.offer('outdated').drop())],
    ['left alone', () => undefined],
  ])('that is outdated and %s stays so at the next visit [REL-171]', (how, act) => {
    const field = open();
    field.type('덧붙임');
    field.unmount();
    const again = open('고침');
    act(again);
    again.unmount();
    expect(open('고침').isQuiet()).toBe(how === 'dropped');
  });
});

describe('two tabs with one field', () => {
  it('keep what was typed last, and neither brings its text back [REL-172]', () => {
    const [one, other] = [open(), open()];
    one.type('첫 창');
    wait();
    other.type('둘째 창');
    wait();
    for (const field of [one, other, one]) {
      window.dispatchEvent(new Event('pagehide'));
      field.unmount();
    }
    expect(open().text()).toBe('둘째 창');
  });

  it('lose nothing of the other one when one sends [REL-172]', () => {
    const [one, other] = [open(), open()];
    one.type('첫 창');
    wait();
    other.type('둘째 창');
    wait();
    act(() => one.result.current.end());
    one.unmount();
    expect(open().text()).toBe('둘째 창');
  });
});

describe('the device', () => {
  it('shows a text to its member alone [REL-170]', () => {
    const field = open();
    field.type('덧붙임');
    field.unmount();
    logInForTest(2);
    expect(open().text()).toBe('원래 댓글');
    logInForTest(1);
    expect(open().text()).toBe('덧붙임');
  });

  it('may have full or blocked storage: typing goes on [REL-170]', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const field = open();
    field.type('덧붙임');
    wait();
    expect(field.text()).toBe('덧붙임');
  });

  it('may have the text alone, of an earlier release, or nonsense', () => {
    localStorage.setItem(PLACE, JSON.stringify({ savedAt: Date.now(), content: '예전 글' }));
    expect(open().text()).toBe('예전 글');
    localStorage.setItem(PLACE, JSON.stringify({ savedAt: Date.now(), content: [1] }));
    expect(open().text()).toBe('원래 댓글');
  });
});
