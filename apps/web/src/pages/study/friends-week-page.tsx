import type { FriendTimetable } from '@naru/contract/shared-timetables';
import { type Term, termName } from '@naru/contract/timetable';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarHeart, ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { termsQuery } from '../../features/lectures/lectures.queries.ts';
import { CommonWeek } from '../../features/lectures/sharing/common-week.tsx';
import {
  commonQuery,
  SharingList,
  sharingQuery,
} from '../../features/lectures/sharing/sharing-list.tsx';
import { shownTerm, termKey, termOf } from '../../features/lectures/terms.ts';
import { headerPanel } from '../../lib/header-panel.ts';
import { PATHS } from '../../lib/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';

const route = getRouteApi(PATHS.studyFriends);

/** Whom the member shows the timetable, and the time that chosen friends have free together. */
export function FriendsWeekPage() {
  const sharing = useQuery(sharingQuery);
  const { term: wanted } = route.useSearch();
  const { data: terms } = useQuery(termsQuery);
  const term = wanted ?? (terms && termKey(shownTerm(terms)));
  const [chosen, setChosen] = useState<number[]>([]);
  const { data, error, refetch } = sharing;
  const open = data?.friends.filter((friend) => isMutual(friend, data.isOpen)) ?? [];
  // Who no longer agrees is no longer compared.
  const compared = chosen.filter((id) => open.some((friend) => friend.id === id));
  return (
    <Page title="친구와 빈 시간" className="grid content-start gap-4">
      <LinkButton
        to={PATHS.study}
        size="sm"
        icon={<ChevronLeft size={16} />}
        className="justify-self-start"
      >
        시간표로
      </LinkButton>
      <div className="grid grid-cols-[340px_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1">
        <Card as="section" className="overflow-clip pb-2">
          <div className="px-5 pt-5 pb-3 max-md:px-4">
            <PageHeading className="text-xl">친구와 빈 시간</PageHeading>
            <p className="mt-1 text-ink-2 text-md">
              친구는 내가 언제 바쁜지만 보고, 강의와 개인 일정의 이름은 보지 못합니다. 서로 공개한
              동안에만 볼 수 있고, 그만두면 바로 보이지 않습니다.
            </p>
          </div>
          {data === undefined && error === null && <SkeletonRows rows={4} />}
          {data === undefined && error !== null && (
            <LoadError
              title="친구를 불러오지 못했습니다."
              error={error}
              onRetry={() => void refetch()}
            />
          )}
          {data && (
            <SharingList
              isOpen={data.isOpen}
              friends={data.friends}
              chosen={compared}
              onChosen={setChosen}
            />
          )}
          {data?.friends.length === 0 && (
            <EmptyState
              title="아직 친구가 없습니다."
              text="친구를 맺으면 빈 시간을 함께 찾을 수 있습니다."
              action={<Button onClick={() => headerPanel.set('friends')}>친구 검색</Button>}
            />
          )}
        </Card>
        <Card as="section" aria-label="함께 비는 시간" className="p-5 max-md:p-4">
          {compared.length === 0 || term === undefined ? (
            <EmptyState
              icon={<CalendarHeart size={22} />}
              title="비교할 친구를 골라 주세요."
              text="서로 공개한 친구를 5명까지 고를 수 있습니다."
            />
          ) : (
            <Common term={termOf(term)} friendIds={compared} />
          )}
        </Card>
      </div>
    </Page>
  );
}

function isMutual({ isShown, showsMe }: FriendTimetable, isOpen: boolean): boolean {
  return showsMe && (isShown || isOpen);
}

function Common({ term, friendIds }: { term: Term; friendIds: readonly number[] }) {
  const { data, error, refetch } = useQuery(commonQuery(term, friendIds));
  // An error hides what was there: a friend may have withdrawn the consent.
  if (error !== null) {
    return (
      <LoadError
        title="빈 시간을 불러오지 못했습니다."
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <SkeletonRows rows={6} />;
  return (
    <>
      <p className="mb-3 text-ink-3 text-md">{termName(term)}</p>
      <CommonWeek people={data} />
    </>
  );
}
