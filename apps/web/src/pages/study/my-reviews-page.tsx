import type { TakenLecture } from '@naru/contract/course-reviews';
import { termName } from '@naru/contract/timetable';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Star } from 'lucide-react';
import {
  type MyReviews,
  myReviewsQuery,
} from '../../features/lectures/reviews/course-reviews.queries.ts';
import { OwnReviewBox } from '../../features/lectures/reviews/own-review.tsx';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** The finished lectures that the member may review, and the own reviews. */
export function MyReviewsPage() {
  const query = useQuery(myReviewsQuery);
  return (
    <Page title="내 강의 평가" width="reading" className="grid content-start gap-4">
      <LinkButton
        to={PATHS.study}
        size="sm"
        icon={<ChevronLeft size={16} />}
        className="justify-self-start"
      >
        시간표로
      </LinkButton>
      <Card as="section" className="p-5 max-md:p-4">
        <PageHeading className="text-xl">내 강의 평가</PageHeading>
        <p className="mt-1 text-ink-2 text-md">
          지난 학기에 들은 강의를 과목마다 한 번 평가할 수 있습니다. 평가는 이름 없이 모이고, 나만
          내 평가를 알아볼 수 있습니다.
        </p>
      </Card>
      {query.data ? (
        <Lists {...query.data} />
      ) : (
        <Card>
          <LoadState query={query} failed="강의 평가를 불러오지 못했습니다." rows={4} />
        </Card>
      )}
    </Page>
  );
}

function Lists({ waiting, reviews }: MyReviews) {
  if (waiting.length + reviews.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Star size={22} />}
          title="평가할 강의가 없습니다."
          text="시간표에 추가한 강의는 학기가 끝나면 여기에 나타납니다."
        />
      </Card>
    );
  }
  return (
    <>
      {waiting.length > 0 && (
        <Card as="section" aria-labelledby="waiting-reviews" className="p-5 max-md:p-4">
          <h2 id="waiting-reviews" className="font-bold text-lg">
            평가할 강의
          </h2>
          <ul className="grid divide-y divide-line">
            {waiting.map((lecture) => (
              <li key={lecture.lectureId} className="flex items-center gap-3 py-3">
                <Course {...lecture} />
                <OwnReviewBox
                  lectureId={lecture.lectureId}
                  title={lecture.title}
                  review={null}
                  obstacle={null}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {reviews.length > 0 && (
        <Card as="section" aria-labelledby="written-reviews" className="p-5 max-md:p-4">
          <h2 id="written-reviews" className="font-bold text-lg">
            쓴 평가
          </h2>
          <ul className="grid divide-y divide-line">
            {reviews.map((review) => (
              <li key={review.lectureId} className="grid gap-2 py-3">
                <Course {...review} />
                <OwnReviewBox
                  lectureId={review.lectureId}
                  title={review.title}
                  review={review}
                  obstacle={review.obstacle}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Course({ lectureId, title, professorName, ...term }: TakenLecture) {
  const facts = [termName(term), professorName].filter(Boolean);
  return (
    <div className="min-w-0 flex-1">
      <h3 className="font-bold [overflow-wrap:anywhere]">
        <LinkButton
          to={PATHS.courseReviews}
          params={{ lectureId: String(lectureId) }}
          variant="ghost"
          size="sm"
          className="-ml-3 max-w-full text-md"
        >
          <bdi className="truncate">{title}</bdi>
        </LinkButton>
      </h3>
      <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
    </div>
  );
}
