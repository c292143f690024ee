import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { PATHS } from '../../../lib/paths.ts';

export type Stars = { average: number; count: number };

type CourseStarsProps = {
  lecture: { id: number; title: string };
  /** Undefined while loading and before there are enough reviews. */
  stars: Stars | undefined;
};

/** Leads to the reviews of a course, with its stars where they are shown. */
export function CourseStars({ lecture, stars }: CourseStarsProps) {
  const figures = stars ? `별점 ${stars.average.toFixed(1)}, ${stars.count}명` : '';
  return (
    <Link
      to={PATHS.courseReviews}
      params={{ lectureId: String(lecture.id) }}
      aria-label={`${lecture.title} 강의 평가${figures && `, ${figures}`}`}
      className="-ml-1 inline-flex min-h-8 items-center gap-1 justify-self-start rounded-ctl px-1 text-ink-2 text-sm hover:bg-hover hover:text-ink max-md:min-h-11"
    >
      <Star size={15} className={stars ? 'fill-current text-gold' : 'text-ink-3'} />
      {stars ? (
        <>
          <span className="font-bold text-ink tabular-nums">{stars.average.toFixed(1)}</span>
          <span className="text-ink-3">({stars.count})</span>
        </>
      ) : (
        '강의 평가'
      )}
    </Link>
  );
}
