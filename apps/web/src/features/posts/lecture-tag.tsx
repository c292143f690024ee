import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LectureTag as Lecture } from '@naru/contract/lecture-tags';
import { Link } from '@tanstack/react-router';
import { BookOpen, Lock } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

type LectureTagProps = { lecture: Lecture; className?: string };

/** The lecture of a review: a link to the reviews in its room for those who may read them. */
export function LectureTag({ lecture, className }: LectureTagProps) {
  const { id, title, professorName, canRead } = lecture;
  const Icon = canRead ? BookOpen : Lock;
  const badge = (
    <Badge tone={canRead ? 'tide' : 'plain'} className="max-w-full">
      <Icon size={12} className="shrink-0" />
      <span className="sr-only">강의 </span>
      <bdi className="truncate">{title}</bdi>
      {!canRead && <span className="sr-only"> 회원 전용 강의실</span>}
    </Badge>
  );
  const place = cx('inline-flex min-w-0 max-w-44 shrink-0', className);
  const details = [title, professorName].filter(Boolean).join(' · ');
  if (!canRead) {
    return (
      <span title={`${details} (회원 전용 강의실)`} className={place}>
        {badge}
      </span>
    );
  }
  return (
    <Link
      to={PATHS.lecture}
      params={{ lectureId: String(id) }}
      search={{ tab: LECTURE_BOARDS.LECTURE_R.slug }}
      aria-label={`강의 ${title}`}
      title={`${details} 강의실로 가기`}
      // Above the link of its row; on phones the area to press is larger than the text.
      className={cx(
        'relative z-1 rounded-sm hover:underline max-md:after:absolute max-md:after:-inset-y-2.5 max-md:after:inset-x-0',
        place,
      )}
    >
      {badge}
    </Link>
  );
}
