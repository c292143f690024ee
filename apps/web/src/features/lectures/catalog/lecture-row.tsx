import type { Lecture } from '@naru/contract/lectures';
import { schedulesOverlap } from '@naru/contract/timetable';
import { Check, ChevronDown, DoorOpen, Plus, Star } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatSchedules } from '../days.ts';
import { LectureMenu } from '../lecture-menu.tsx';
import { CourseStars, type Stars } from '../reviews/course-stars.tsx';
import { blockStyle } from '../theme-color.ts';
import { previewedLecture, revealPreview } from '../timetable/overlay.tsx';
import type { Target } from './use-target.ts';

type LectureRowProps = {
  lecture: Lecture;
  target: Target;
  /** Average rating of the course; undefined until it has enough reviews. */
  stars: Stars | undefined;
  isOpen: boolean;
  onToggle: () => void;
};

/** A lecture in two lines; pressing them shows the rest, and its times in the timetable above. */
export function LectureRow({ lecture, target, stars, isOpen, onToggle }: LectureRowProps) {
  const { title, schedules } = lecture;
  const { words, items } = target;
  const detailsId = useId();
  const isThere = target.has(lecture);
  const doesOverlap = !isThere && items.some((one) => schedulesOverlap(one.schedules, schedules));
  const MarkIcon = isThere ? Check : Plus;
  const show = () => previewedLecture.set(isThere ? null : lecture);
  const hide = () => hidePreview(lecture.id);
  useEffect(() => () => hidePreview(lecture.id), [lecture.id]);
  // Touch has no hover, and some browsers give a tapped button no focus: there the preview follows `isOpen`.
  const isTouched = useRef(false);
  return (
    <li
      onPointerDown={({ pointerType }) => {
        isTouched.current = pointerType !== 'mouse';
      }}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hide()}
      onFocus={() => isTouched.current || show()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        if (!isTouched.current) hide();
        isTouched.current = false;
      }}
      className={cx('border-line border-b last:border-b-0', isOpen && 'bg-deck')}
    >
      <div className="flex items-center gap-1 pr-2.5 pl-5 max-md:pl-4">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => {
            onToggle();
            if (isTouched.current) (isOpen ? hide : show)();
            if (!isOpen) revealPreview();
          }}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-2.5 py-1.5 text-left"
        >
          <span
            aria-hidden="true"
            style={blockStyle(lecture.themeColor)}
            className="lecture-dot size-3.5 shrink-0 rounded-sm"
          />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-1.5">
              <span className="truncate font-bold">{title}</span>
              {isThere && <Badge tone="tide">{words.badge}</Badge>}
              {doesOverlap && <Badge tone="gold">시간 겹침</Badge>}
            </span>
            <span className="flex items-center gap-1.5 text-ink-3 text-sm">
              <span className="truncate">{summaryOf(lecture)}</span>
              {stars && (
                <span className="flex shrink-0 items-center gap-0.5 tabular-nums">
                  <Star size={13} className="fill-current text-gold" />
                  <span className="sr-only">별점 </span>
                  {stars.average.toFixed(1)}
                </span>
              )}
            </span>
          </span>
          <ChevronDown
            size={16}
            className={cx('shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-180')}
          />
        </button>
        <button
          type="button"
          aria-label={`${title} ${isThere ? words.added : words.add}`}
          onClick={() => void target.add(lecture)}
          className={cx(
            'grid size-11 shrink-0 place-items-center rounded-ctl hover:bg-hover',
            isThere ? 'text-tide' : 'text-sea',
          )}
        >
          <MarkIcon size={20} />
        </button>
      </div>
      {isOpen && <Details id={detailsId} lecture={lecture} stars={stars} />}
    </li>
  );
}

function hidePreview(lectureId: number): void {
  if (previewedLecture.get()?.id === lectureId) previewedLecture.set(null);
}

/** `월 09:00~11:00 · 김해양 · 공1-305 · 3학점`. */
function summaryOf({ schedules, professorName, room, credits }: Lecture): string {
  const parts = [formatSchedules(schedules), professorName, room, `${credits}학점`];
  return parts.filter((part) => part !== '').join(' · ');
}

type DetailsProps = { id: string; lecture: Lecture; stars: Stars | undefined };

function Details({ id, lecture, stars }: DetailsProps) {
  const { title, grade, credits, markedCount, intro, room, professorName } = lecture;
  const people = `${grade}학년 · ${credits}학점 · ${markedCount}명`;
  const where = [professorName, room].filter((part) => part !== '').join(' · ');
  return (
    <div
      id={id}
      className="grid gap-1.5 px-5 pb-3 pl-11 text-ink-2 text-sm max-md:pr-4 max-md:pl-10"
    >
      <p>{formatSchedules(lecture.schedules)}</p>
      {where !== '' && <p>{where}</p>}
      <p className="text-ink-3">{people}</p>
      {intro !== '' && <p className="line-clamp-3 whitespace-pre-line text-ink-3">{intro}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton
          to={PATHS.lecture}
          params={{ lectureId: String(lecture.id) }}
          size="sm"
          className="max-md:h-11"
          icon={<DoorOpen size={16} />}
          aria-label={`${title} 강의실 입장`}
        >
          입장
        </LinkButton>
        <CourseStars lecture={lecture} stars={stars} />
        <span className="ml-auto empty:hidden">
          <LectureMenu lecture={lecture} />
        </span>
      </div>
    </div>
  );
}
