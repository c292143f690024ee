import {
  COURSE_QUESTIONS,
  type OwnReview,
  type ReviewObstacle,
  STARS_MAX,
} from '@naru/contract/course-reviews';
import { officeTitle } from '@naru/contract/inquiries';
import { DONE, TEXTS } from '@naru/contract/texts';
import { termName } from '@naru/contract/timetable';
import { PenLine, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { confirmRemoval } from '../use-remove-lecture.ts';
import { useRemoveReview } from './course-reviews.queries.ts';

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

const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog);

const OBSTACLES: Record<ReviewObstacle, string> = {
  ROLE: '학생만 평가할 수 있습니다.',
  NOT_TAKEN: '지난 학기에 시간표에 추가해 들은 강의만 평가할 수 있습니다.',
  REMOVED: '운영진이 삭제한 평가가 있어 30일 동안 다시 쓸 수 없습니다.',
  BLINDED: TEXTS.blindedCourseReview,
};

type OwnReviewProps = {
  lectureId: number;
  title: string;
  review: OwnReview | null;
  obstacle: ReviewObstacle | null;
};

/** The own review with what can be done about it, or why the member has none. */
export function OwnReviewBox({ lectureId, title, review, obstacle }: OwnReviewProps) {
  const [isOpen, setOpen] = useState(false);
  const canWrite = obstacle === null;
  // A member who may no longer write can still delete the own review.
  const canRemove = review !== null && (canWrite || obstacle === 'ROLE');
  const removal = useRemoveReview();
  const remove = () =>
    confirmRemoval({
      title: '내 평가를 삭제할까요?',
      body: '별점과 평가 글이 합계와 목록에서 빠집니다. 다시 쓸 수 있습니다.',
      confirmLabel: '삭제',
      run: () => removal.mutateAsync(lectureId),
      done: DONE.courseReviewRemoved,
      failed: '강의 평가를 삭제하지 못했습니다. 다시 시도해 주세요.',
    });
  return (
    <>
      {review && <Review review={review} />}
      {obstacle !== null && !isShownAsHandled(obstacle, review) && (
        <p className="text-ink-2 text-md">{OBSTACLES[obstacle]}</p>
      )}
      {review?.handled && <Handled handled={review.handled} />}
      {(canWrite || canRemove) && (
        <div className="flex flex-wrap gap-2">
          {canWrite && (
            <Button
              variant={review ? 'secondary' : 'primary'}
              icon={<PenLine size={16} />}
              onClick={() => setOpen(true)}
            >
              {review ? '수정' : '평가하기'}
            </Button>
          )}
          {canRemove && (
            <Button variant="ghost" icon={<Trash2 size={16} />} onClick={() => void remove()}>
              삭제
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <ReviewDialog
          lectureId={lectureId}
          title={title}
          review={review}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The action of staff below the review already shows the obstacle. */
function isShownAsHandled(obstacle: ReviewObstacle, review: OwnReview | null): boolean {
  return obstacle === 'REMOVED' || (obstacle === 'BLINDED' && review !== null);
}

function Review({ review }: { review: OwnReview }) {
  const { workload, grading, exams } = COURSE_QUESTIONS;
  const facts = [
    `${workload.title} ${workload.names[review.workload]}`,
    `${grading.title} ${grading.names[review.grading]}`,
    `${exams.title} ${exams.names[review.exams]}`,
  ];
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <StarRow value={review.stars} />
        <span className="font-bold">{review.stars}점</span>
        <span className="text-ink-3 text-sm">{termName(review)} 수강</span>
      </p>
      <p className="text-ink-2 text-sm">{facts.join(' · ')}</p>
      {review.content !== '' && (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <bdi>{review.content}</bdi>
        </p>
      )}
    </div>
  );
}

function Handled({ handled }: { handled: NonNullable<OwnReview['handled']> }) {
  return (
    <p className="rounded-ctl bg-gold-weak px-3.5 py-2.5 text-md">
      {handled.action === 'REMOVED' ? OBSTACLES.REMOVED : OBSTACLES.BLINDED}
      <span className="mt-0.5 block text-ink-2 text-sm">
        {officeTitle(handled.office)}: <bdi>{handled.reason}</bdi>
      </span>
    </p>
  );
}
