import { STARS_MAX } from '@naru/contract/course-reviews';
import { Star } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';

const PLACES = Array.from({ length: STARS_MAX }, (_, index) => index + 1);

/** Five stars of which as many are full as `value` rounds to; the number stands beside them as text. */
export function StarRow({ value, size = 16 }: { value: number; size?: number }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-0.5">
      {PLACES.map((place) => (
        <Star
          key={place}
          size={size}
          className={cx(
            'shrink-0',
            place <= Math.round(value) ? 'fill-current text-gold' : 'text-line-strong',
          )}
        />
      ))}
    </span>
  );
}
