import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LogRow } from './chat.rows.ts';
import { useLogScroll } from './use-log-scroll.ts';

const VIEW_PX = 400;

const row = (id: number): LogRow => ({
  kind: 'message',
  key: `m${id}`,
  message: {
    ...{ key: `m${id}`, senderId: 2, content: '안녕', date: '2026-11-20T10:00:00+09:00' },
    ...{ id, pending: null, picture: null, isRecalled: false },
  },
  ...{ isMine: false, isStart: true, isEnd: true, showRead: false },
});

/** A log of a given height whose position is limited as in a browser. */
class Box {
  clientHeight = VIEW_PX;
  #height: number;
  #top = 0;

  constructor(height: number) {
    this.#height = height;
  }

  get scrollHeight(): number {
    return this.#height;
  }

  set scrollHeight(height: number) {
    this.#height = height;
    this.scrollTop = this.#top;
  }

  get scrollTop(): number {
    return this.#top;
  }

  set scrollTop(top: number) {
    this.#top = Math.max(0, Math.min(top, this.#height - VIEW_PX));
  }
}

function setUp() {
  const box = new Box(1000);
  const { result, rerender } = renderHook(
    ({ ids }) => {
      const scroll = useLogScroll({ rows: ids.map(row), onTop: () => undefined });
      scroll.box.current = box as unknown as HTMLDivElement;
      return scroll;
    },
    { initialProps: { ids: [1] } },
  );
  act(() => result.current.onResize());
  return {
    box,
    show: (...ids: number[]) => rerender({ ids }),
    scrolled: () => act(() => result.current.onScroll()),
    resized: () => act(() => result.current.onResize()),
    state: () => ({ top: box.scrollTop, isAtEnd: result.current.isAtEnd }),
  };
}

describe('useLogScroll', () => {
  it('follows new messages at the end', () => {
    const { box, show, scrolled, state } = setUp();
    box.scrollHeight = 1060;
    show(1, 2);
    scrolled();
    expect(state()).toEqual({ top: 660, isAtEnd: true });
  });

  it('follows when a row becomes shorter and others grow before the scroll event', () => {
    const { box, show, scrolled, resized, state } = setUp();
    scrolled();
    // A failed message was sent: its note disappears, and the browser moves the position up.
    box.scrollHeight = 900;
    show(1, 2);
    box.scrollHeight = 980;
    scrolled();
    resized();
    expect(state()).toEqual({ top: 580, isAtEnd: true });
  });

  it('stays where the member scrolled up to', () => {
    const { box, show, scrolled, state } = setUp();
    scrolled();
    box.scrollTop = 200;
    scrolled();
    box.scrollHeight = 1060;
    show(1, 2);
    expect(state()).toEqual({ top: 200, isAtEnd: false });
  });
});
