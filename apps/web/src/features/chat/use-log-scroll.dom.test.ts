import { act, renderHook } from '@testing-library/react';
import type { VirtualizerHandle } from 'virtua';
import { describe, expect, it } from 'vitest';
import type { LogRow } from './chat.rows.ts';
import { useLogScroll } from './use-log-scroll.ts';

const VIEW_PX = 400;

const row = (id: number): LogRow => ({
  kind: 'message',
  key: `m${id}`,
  message: {
    ...{ key: `m${id}`, senderId: 2, content: '안녕', date: '2026-11-20T10:00:00+09:00' },
    ...{ id, pending: null, picture: null, isRecalled: false, isRemoved: false },
    ...{ sender: null, replyTo: null, reactions: [] },
  },
  ...{ isMine: false, isToMe: false, isStart: true, isEnd: true, showRead: false },
});

/** The heights of the rows, as the list knows them. */
function listOf(heights: number[]) {
  const offsets = heights.map((_, at) => heights.slice(0, at).reduce((a, b) => a + b, 0));
  return {
    viewportSize: 0,
    findItemIndex: (top: number) => offsets.findLastIndex((offset) => offset <= top),
    getItemOffset: (at: number) => offsets[at] ?? 0,
  } as VirtualizerHandle;
}

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
    measure: (...heights: number[]) => {
      result.current.list.current = listOf(heights);
    },
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

  it('keeps what is in view where it is when older messages are measured late', () => {
    const { box, measure, show, scrolled, resized, state } = setUp();
    show(7, 8, 9);
    measure(300, 300, 400);
    scrolled();
    box.scrollTop = 100;
    scrolled();
    // Two older ones, estimated as 40 px each, of which the list has made up for.
    show(5, 6, 7, 8, 9);
    box.scrollHeight = 1080;
    box.scrollTop = 180;
    measure(40, 40, 300, 300, 400);
    resized();
    expect(state().top).toBe(180);
    scrolled();
    // One turns out higher, and nothing makes up for it.
    box.scrollHeight = 1103;
    measure(40, 63, 300, 300, 400);
    resized();
    expect(state()).toEqual({ top: 203, isAtEnd: false });
  });

  it('keeps it there when an older message in view is measured late', () => {
    const { box, measure, show, scrolled, resized, state } = setUp();
    show(7, 8, 9);
    measure(300, 300, 400);
    scrolled();
    box.scrollTop = 0;
    scrolled();
    // The day above the list leaves: the last two older ones are in view at once, one of them in part.
    show(4, 5, 6, 7, 8, 9);
    box.scrollHeight = 1120;
    box.scrollTop = 60;
    measure(40, 40, 40, 300, 300, 400);
    scrolled();
    box.scrollHeight = 1143;
    measure(40, 40, 63, 300, 300, 400);
    resized();
    expect(state()).toEqual({ top: 83, isAtEnd: false });
  });
});
