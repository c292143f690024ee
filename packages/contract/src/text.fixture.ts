import { vi } from 'vitest';

/** Counts how many graphemes are read from the segmenter; each call has the length of the text. */
export function countSegments() {
  const steps = vi.fn<(length: number) => void>();
  const segment = Intl.Segmenter.prototype.segment;
  vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (
    this: Intl.Segmenter,
    text,
  ) {
    const segments = segment.call(this, text);
    const counted = function* (): Generator<Intl.SegmentData, undefined> {
      for (const one of segments) {
        steps(text.length);
        yield one;
      }
      return undefined;
    };
    return { containing: segments.containing, [Symbol.iterator]: counted };
  });
  return steps;
}
