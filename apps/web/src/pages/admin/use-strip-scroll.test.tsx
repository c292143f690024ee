import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useStripScroll } from './use-strip-scroll.ts';

function Strip() {
  return (
    <div ref={useStripScroll('설정')} data-testid="strip">
      <ul>
        <li aria-current="page">설정</li>
      </ul>
    </div>
  );
}

/** Renders a strip whose selected entry is `left` pixels into the list; returns how to move it. */
function renderStrip() {
  let left = 300;
  let resized = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const scrolled = document.querySelector('[data-testid=strip]')?.scrollLeft ?? 0;
    return { left: this.hasAttribute('aria-current') ? left - scrolled : 0 } as DOMRect;
  });
  const box = render(<Strip />).getByTestId('strip');
  const grow = (to: number) => {
    left = to;
    act(() => resized());
  };
  return { box, grow };
}

it('follows the selected entry when late badges and fonts move it', () => {
  const { box, grow } = renderStrip();
  expect(box.scrollLeft).toBe(284);
  grow(420);
  expect(box.scrollLeft).toBe(404);
});

it('stays where it was scrolled by hand', () => {
  const { box, grow } = renderStrip();
  grow(300);
  box.scrollLeft = 50;
  grow(420);
  expect(box.scrollLeft).toBe(50);
});

it('shows the selected entry after the router has scrolled the strip back', () => {
  const { box, grow } = renderStrip();
  box.scrollLeft = 854;
  grow(300);
  expect(box.scrollLeft).toBe(284);
});
