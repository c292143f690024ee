import { describe, expect, it } from 'vitest';
import { type CarouselState, carouselReducer, pageOf, startCarousel } from './use-carousel.ts';

const next = (state: CarouselState, at: number, instant = false) =>
  carouselReducer(state, { type: 'next', at, instant });
const previous = (state: CarouselState, at: number, instant = false) =>
  carouselReducer(state, { type: 'previous', at, instant });
const arrive = (state: CarouselState) => carouselReducer(state, { type: 'arrive' });

describe('carouselReducer', () => {
  it('slides to the clone of the first page, then jumps to the page itself', () => {
    let state = startCarousel(3);
    for (const at of [1000, 2000]) state = arrive(next(state, at));
    expect(state.position).toBe(2);
    state = next(state, 3000);
    expect([state.position, state.moving, pageOf(state)]).toEqual([3, true, 0]);
    state = arrive(state);
    expect([state.position, state.moving]).toEqual([0, false]);
  });

  it('slides back to the clone of the last page', () => {
    const state = previous(startCarousel(3), 1000);
    expect([state.position, pageOf(state)]).toEqual([-1, 2]);
    expect(arrive(state).position).toBe(2);
  });

  it('ignores a click on next within 0.5 s and on previous within 1 s of the last', () => {
    const afterNext = arrive(next(startCarousel(4), 1000));
    expect(next(afterNext, 1499)).toBe(afterNext);
    expect(next(afterNext, 1500).position).toBe(2);
    const afterPrevious = arrive(previous(startCarousel(4), 1000));
    expect(previous(afterPrevious, 1999)).toBe(afterPrevious);
    expect(previous(afterPrevious, 2000).position).toBe(2);
  });

  it('ignores every action while it slides', () => {
    const state = next(startCarousel(4), 1000);
    expect(previous(state, 1100)).toBe(state);
    expect(carouselReducer(state, { type: 'step', by: 1, instant: false })).toBe(state);
    expect(next(state, 1600)).toBe(state);
  });

  it('changes the page without sliding when instant', () => {
    const state = previous(startCarousel(3), 1000, true);
    expect([state.position, state.moving]).toEqual([2, false]);
  });

  it('does not move with one page or none', () => {
    for (const count of [0, 1]) {
      const state = startCarousel(count);
      expect(next(state, 1000)).toBe(state);
      expect(pageOf(state)).toBe(0);
    }
  });

  it('keeps the page when the number of pages changes', () => {
    const state = carouselReducer(startCarousel(6), { type: 'resize', count: 3, page: 5 });
    expect([state.count, state.position]).toEqual([3, 2]);
    expect(carouselReducer(state, { type: 'resize', count: 3, page: 0 })).toBe(state);
    expect(carouselReducer(state, { type: 'resize', count: 0, page: 0 }).position).toBe(0);
  });
});
