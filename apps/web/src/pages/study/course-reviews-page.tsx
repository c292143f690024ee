import { LIMITS } from '@naru/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronLeft, MessageSquareText, Star } from 'lucide-react';
import {
  type Course,
  courseQuery,
} from '../../features/lectures/reviews/course-reviews.queries.ts';
import { CourseSums, CourseTexts } from '../../features/lectures/reviews/course-sums.tsx';
import { OwnReviewBox } from '../../features/lectures/reviews/own-review.tsx';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RoomFailed } from './room-failed.tsx';

const route = getRouteApi(PATHS.courseReviews);

/** What members say about the course of a lecture. */
export function CourseReviewsPage() {
  const lectureId = Number(route.useParams().lectureId);
  const { page = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(courseQuery(lectureId, page));
  if (error && !data) return <RoomFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={data ? `${data.title} 강의 평가` : '강의 평가'}
      width="reading"
      className="grid content-start gap-4"
    >
      <LinkButton
        to={PATHS.lecture}
        params={{ lectureId: String(lectureId) }}
        size="sm"
        icon={<ChevronLeft size={16} />}
        className="justify-self-start"
      >
        강의실로
      </LinkButton>
      {data ? (
        <CourseCards
          course={data}
          lectureId={lectureId}
          onPage={(next) => void navigate({ search: next === 0 ? {} : { page: next } })}
        />
      ) : (
        <Card as="section">
          <PageHeading hidden>강의 평가</PageHeading>
          <SkeletonRows rows={6} label="강의 평가를 불러오는 중입니다." />
        </Card>
      )}
    </Page>
  );
}

type CourseCardsProps = { course: Course; lectureId: number; onPage: (page: number) => void };

const SECTION = 'grid gap-3 p-5 max-md:p-4';

function CourseCards({ course, lectureId, onPage }: CourseCardsProps) {
  const { title, professorName, sums, texts } = course;
  return (
    <>
      <Card as="section" className={SECTION}>
        <div>
          <PageHeading className="text-xl [overflow-wrap:anywhere]">
            <bdi>{title}</bdi> 강의 평가
          </PageHeading>
          <p className="mt-0.5 text-ink-2 text-md">
            {professorName !== '' && (
              <>
                <bdi>{professorName}</bdi> 교수 ·{' '}
              </>
            )}
            여러 학기의 평가를 이름 없이 모읍니다.
          </p>
        </div>
        {sums ? <CourseSums sums={sums} terms={course.terms} /> : <NoSums course={course} />}
      </Card>
      {course.obstacle !== 'ROLE' && (
        <Card as="section" aria-labelledby="own-review" className={SECTION}>
          <h2 id="own-review" className="font-bold text-lg">
            내 평가
          </h2>
          <OwnReviewBox
            lectureId={lectureId}
            title={title}
            review={course.mine}
            obstacle={course.obstacle}
          />
        </Card>
      )}
      {sums && (texts.length > 0 || course.obstacle !== 'ROLE') && (
        <Card as="section" aria-labelledby="course-texts" className={SECTION}>
          <h2 id="course-texts" className="font-bold text-lg">
            평가 글 {course.totalCount}개
          </h2>
          {texts.length > 0 ? (
            <CourseTexts texts={texts} />
          ) : (
            <EmptyState
              icon={<MessageSquareText size={22} />}
              title="아직 평가 글이 없습니다."
              className="py-6"
            />
          )}
          <Pagination
            page={course.currentPage}
            totalPages={course.totalPages}
            onPage={onPage}
            label="평가 글 페이지"
          />
        </Card>
      )}
    </>
  );
}

function NoSums({ course: { isOpen, missing } }: { course: Course }) {
  return isOpen ? (
    <EmptyState
      icon={<Star size={22} />}
      title={`평가가 ${missing}개 더 모이면 볼 수 있습니다.`}
      text={`누가 썼는지 짐작할 수 없도록 ${LIMITS.courseReviewsShown}개부터 보여 드립니다.`}
      className="py-6"
    />
  ) : (
    <EmptyState
      icon={<Star size={22} />}
      title="담당한 과목의 합계만 볼 수 있습니다."
      text="교수는 자신이 맡은 과목의 별점과 응답 수를 봅니다."
      className="py-6"
    />
  );
}
