import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAttended } from '../../lib/attention.ts';
import { CarouselButtons } from './carousel-buttons.tsx';
import { CarouselPages } from './carousel-pages.tsx';
import { useCarousel } from './use-carousel.ts';

let reducesMotion = false;
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  reducesMotion = false;
  visibility = 'visible';
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') && reducesMotion,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => vi.useRealTimers());

function Sample({ pages = 3 }: { pages?: number }) {
  const carousel = useCarousel({ pages, autoMs: 5000 });
  return (
    <section aria-label="물품" {...carousel.region}>
      <CarouselButtons carousel={carousel} label="물품" />
      <CarouselPages
        carousel={carousel}
        label="물품"
        renderPage={(page) => <a href={`#${page}`}>page {page}</a>}
      />
    </section>
  );
}

/** The focusable page, and the position of the row. */
const shown = () => document.querySelector('[data-page]:not([inert])')?.getAttribute('data-page');
const row = () => screen.getByRole('region').querySelector<HTMLElement>('[aria-live]');
const position = () => row()?.style.getPropertyValue('--at');
/** In steps, so that React renders in between. */
function wait(ms: number): void {
  for (let left = ms; left > 0; left -= 100) act(() => vi.advanceTimersByTime(Math.min(left, 100)));
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('carousel timer', () => {
  it('turns a page every 5 s, slides for 0.4 s and loops through the clone [MARKET-09]', () => {
    render(<Sample />);
    wait(4599);
    expect(shown()).toBe('0');
    wait(1);
    expect([shown(), row()?.style.getPropertyValue('--slide')]).toEqual(['1', '400ms']);
    wait(400);
    expect(row()?.style.getPropertyValue('--slide')).toBe('0ms');
    wait(9600);
    expect([shown(), position()]).toEqual(['0', '4']);
    wait(400);
    expect([shown(), position()]).toEqual(['0', '1']);
  });

  it('pauses on mouse hover, but not on touch [MARKET-09]', () => {
    render(<Sample />);
    const region = screen.getByRole('region');
    fireEvent.pointerEnter(region, { pointerType: 'mouse' });
    wait(20_000);
    expect(shown()).toBe('0');
    fireEvent.pointerLeave(region, { pointerType: 'mouse' });
    fireEvent.pointerEnter(region, { pointerType: 'touch' });
    wait(4600);
    expect(shown()).toBe('1');
  });

  it('pauses while the tab is hidden', () => {
    render(<Sample />);
    visibility = 'hidden';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    wait(20_000);
    expect(shown()).toBe('0');
    visibility = 'visible';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    wait(4600);
    expect(shown()).toBe('1');
  });

  it('begins when somebody is at the page [MARKET-71]', () => {
    isAttended.set(false);
    render(<Sample />);
    wait(20_000);
    expect(shown()).toBe('0');
    act(() => isAttended.set(true));
    wait(4600);
    expect(shown()).toBe('1');
  });

  it('pauses off the screen [MARKET-71]', () => {
    let show: (isIntersecting: boolean) => void = () => undefined;
    class FakeObserver {
      observe = vi.fn();
      disconnect = vi.fn();
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        show = (isIntersecting) => report([{ isIntersecting }]);
      }
    }
    vi.stubGlobal('IntersectionObserver', FakeObserver);
    render(<Sample />);
    act(() => show(false));
    wait(20_000);
    expect(shown()).toBe('0');
    act(() => show(true));
    wait(4600);
    expect(shown()).toBe('1');
    vi.unstubAllGlobals();
  });

  it('pauses while it has keyboard focus', () => {
    render(<Sample />);
    const button = screen.getByRole('button', { name: '물품 다음' });
    vi.spyOn(button, 'matches').mockReturnValue(true);
    act(() => button.focus());
    wait(20_000);
    expect(shown()).toBe('0');
    act(() => button.blur());
    wait(4600);
    expect(shown()).toBe('1');
  });

  it('is paused and resumed by its button', () => {
    render(<Sample />);
    click('물품 자동 넘김 멈춤');
    wait(20_000);
    expect([shown(), row()?.getAttribute('aria-live')]).toEqual(['0', 'polite']);
    click('물품 자동 넘김 시작');
    wait(4600);
    expect(shown()).toBe('1');
  });

  it('never runs with reduced motion, and pages turn without a slide [MARKET-09]', () => {
    reducesMotion = true;
    render(<Sample />);
    wait(20_000);
    expect(shown()).toBe('0');
    expect(screen.queryByRole('button', { name: /자동 넘김/ })).toBeNull();
    click('물품 이전');
    expect([shown(), row()?.style.getPropertyValue('--slide')]).toEqual(['2', '0ms']);
  });
});

describe('carousel pages', () => {
  it('throttle next to 0.5 s and previous to 1 s [MARKET-09]', () => {
    render(<Sample pages={4} />);
    click('물품 다음');
    wait(450);
    click('물품 다음');
    expect(shown()).toBe('1');
    wait(50);
    click('물품 다음');
    expect(shown()).toBe('2');
    wait(400);
    click('물품 이전');
    wait(900);
    click('물품 이전');
    expect(shown()).toBe('1');
    wait(100);
    click('물품 이전');
    expect(shown()).toBe('0');
  });

  it('hide clones from focus and screen readers', () => {
    render(<Sample />);
    const clones = [...document.querySelectorAll('[data-clone]')];
    expect(clones.map((clone) => clone.textContent)).toEqual(['page 2', 'page 0']);
    for (const clone of clones) {
      expect([clone.hasAttribute('inert'), clone.getAttribute('aria-hidden')]).toEqual([
        true,
        'true',
      ]);
    }
  });

  it('have neither clones nor buttons for a single page', () => {
    render(<Sample pages={1} />);
    expect(document.querySelector('[data-clone]')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    wait(20_000);
    expect([shown(), position()]).toEqual(['0', '0']);
  });

  it('turn by arrow keys and move the focus', () => {
    render(<Sample />);
    const link = screen.getByRole('link', { name: 'page 0' });
    act(() => link.focus());
    fireEvent.keyDown(link, { key: 'ArrowRight' });
    expect(shown()).toBe('1');
    expect(document.activeElement?.textContent).toBe('page 1');
  });

  it('turn by a long swipe, which opens no link', () => {
    render(<Sample />);
    const track = row();
    if (!track) throw new Error('no row');
    track.setPointerCapture = () => undefined;
    vi.spyOn(track, 'clientWidth', 'get').mockReturnValue(300);
    const touch = { pointerType: 'touch', pointerId: 1 };
    const swipe = (to: number) => {
      fireEvent.pointerDown(track, { ...touch, clientX: 200 });
      wait(1000);
      fireEvent.pointerMove(track, { ...touch, clientX: to });
      fireEvent.pointerUp(track, { ...touch, clientX: to });
    };
    swipe(195);
    expect(shown()).toBe('0');
    swipe(100);
    expect(shown()).toBe('1');
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    screen.getByRole('link', { name: 'page 1' }).dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
  });
});
