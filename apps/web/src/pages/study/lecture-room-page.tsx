import { findLectureBoard, LECTURE_BOARD_TYPES, LECTURE_BOARDS } from '@naru/contract/boards';
import type { Lecture, LectureWeek } from '@naru/contract/lectures';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Lock, PenLine } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { tabOf } from '../../features/lecture-posts/lecture-post-row.tsx';
import { roomListQuery } from '../../features/lecture-posts/lecture-posts.queries.ts';
import { listOf, RoomPosts } from '../../features/lecture-posts/room-posts.tsx';
import { WaitingLink } from '../../features/lecture-posts/waiting-link.tsx';
import { writableBoards } from '../../features/lecture-posts/write-rights.ts';
import { useHasArrived } from '../../features/lectures/arriving.ts';
import { EntryCodeHost } from '../../features/lectures/entry-code-host.tsx';
import { useSeen } from '../../features/lectures/lectures.mutations.ts';
import { lectureQuery, roomWeekQuery } from '../../features/lectures/lectures.queries.ts';
import { DailyQuote } from '../../features/lectures/room/daily-quote.tsx';
import { RoomHead, RoomHeadSkeleton, WeekCounts } from '../../features/lectures/room/room-head.tsx';
import { postListQuery } from '../../features/posts/posts.queries.ts';
import { firstTagged, TaggedReviews } from '../../features/posts/tagged-reviews.tsx';
import { PATHS } from '../../lib/paths.ts';
import type { LectureSearch } from '../../lib/search-parameters.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RoomFailed } from './room-failed.tsx';

const route = getRouteApi(PATHS.lecture);

export function LectureRoomPage() {
  const lectureId = Number(route.useParams().lectureId);
  const navigate = route.useNavigate();
  const { data: lecture, error, refetch } = useQuery(lectureQuery(lectureId));
  const week = useQuery({
    ...roomWeekQuery(lectureId),
    enabled: lecture ? lecture.canRead : error === null,
  });
  if (error && !lecture) return <RoomFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={lecture?.title ?? '강의실'}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      {lecture ? (
        <RoomHead lecture={lecture} onDeleted={() => void navigate({ to: PATHS.study })} />
      ) : (
        <RoomHeadSkeleton />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
        <Card as="section" aria-label="게시판" className="overflow-clip">
          {lecture ? (
            <Boards key={lecture.id} lecture={lecture} />
          ) : (
            <SkeletonRows rows={7} label="강의실을 불러오는 중입니다." />
          )}
        </Card>
        {lecture?.canRead && <RoomAside key={lecture.id} lecture={lecture} week={week.data} />}
      </div>
      <EntryCodeHost />
    </Page>
  );
}

const boardOf = ({ tab }: LectureSearch) => findLectureBoard(tab ?? '') ?? LECTURE_BOARDS.LECTURE_Q;

const TABS = LECTURE_BOARD_TYPES.map((type) => ({ value: type, label: LECTURE_BOARDS[type].name }));

function Boards({ lecture }: { lecture: Lecture }) {
  useSeen(lecture.id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useMe();
  const board = boardOf(search);
  if (!lecture.canRead) {
    return (
      <EmptyState
        icon={<Lock size={22} />}
        title="시간표에 추가한 회원만 볼 수 있는 강의입니다."
        text="위의 ‘시간표에 추가’를 누르고 담당 교수가 알려 준 입장 코드를 넣으면 게시판이 열립니다."
      />
    );
  }

  const goTo = (next: LectureSearch) => void navigate({ search: next, resetScroll: false });
  const mayWrite = writableBoards(lecture, me?.roles ?? []).includes(board.type);
  const write = mayWrite && (
    <LinkButton
      to={PATHS.lectureWrite}
      params={{ lectureId: String(lecture.id) }}
      search={{ tab: board.slug }}
      variant="primary"
      size="sm"
      icon={<PenLine size={15} className="max-md:hidden" />}
      data-key-write=""
    >
      글쓰기
    </LinkButton>
  );
  return (
    <>
      <div className="flex items-end gap-3 pr-3 pl-5 max-md:gap-2 max-md:pr-2 max-md:pl-4">
        <Tabs
          label="강의실 게시판"
          look="line"
          items={TABS}
          value={board.type}
          onChange={(type) => goTo({ tab: tabOf(type) })}
          className="flex-1 border-b-0 pt-1.5 max-md:gap-3"
        />
        {write && <div className="py-2">{write}</div>}
      </div>
      <RoomPosts
        key={board.type}
        lectureId={lecture.id}
        board={board}
        search={search}
        onSearch={goTo}
        write={write}
      />
      {board.listsTaggedPosts && <TaggedReviews lectureId={lecture.id} />}
    </>
  );
}

type RoomAsideProps = {
  lecture: Lecture;
  /** Optional: the room works if it cannot be loaded. */
  week: { weekly: LectureWeek; quotes: string[] } | undefined;
};

/** On a phone it is below the posts: it waits for them. */
function RoomAside({ lecture, week }: RoomAsideProps) {
  const search = route.useSearch();
  const board = boardOf(search);
  const posts = useQuery(roomListQuery(listOf(lecture.id, board, search)));
  const tagged = useQuery({
    ...postListQuery(firstTagged(lecture.id)),
    enabled: board.listsTaggedPosts,
  });
  const hasPosts = useHasArrived([posts, tagged]);
  if (!hasPosts || (!week && !lecture.canManage)) return null;
  return (
    <aside aria-label="강의실 소식" className="grid gap-4">
      {lecture.canManage && (
        <Card className="overflow-clip">
          <WaitingLink />
        </Card>
      )}
      {week && (
        <>
          <DailyQuote quotes={week.quotes} />
          <WeekCounts week={week.weekly} />
        </>
      )}
    </aside>
  );
}
