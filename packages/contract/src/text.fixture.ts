import { vi } from 'vitest';

/** Counts how many graphemes are read from the segmenter. */
export function countSegments() {
  const steps = vi.fn();
  const segment = Intl.Segmenter.prototype.segment;
  vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (
    this: Intl.Segmenter,
    text,
  ) {
    const segments = segment.call(this, text);
    const counted = function* (): Generator<Intl.SegmentData, undefined> {
      for (const one of segments) {
        steps();
        yield one;
      }
      return undefined;
    };
    return { containing: segments.containing, [Symbol.iterator]: counted };
  });
  return steps;
}
