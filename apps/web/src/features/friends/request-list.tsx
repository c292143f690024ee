import type { MemberSummary } from '@naru/contract/friends';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { EmptyState } from '../../ui/states.tsx';
import { friendRequestsQuery } from './friends.queries.ts';
import { FRIEND_TEXTS } from './friends.texts.ts';
import { PeopleList } from './people-list.tsx';
import { PersonRow } from './person-row.tsx';
import { AnswerButtons } from './status-actions.tsx';

/** Members who wait for an answer. */
export function RequestList() {
  const query = useQuery({ ...friendRequestsQuery, refetchInterval: usePollInterval() });
  return (
    <PeopleList
      label={FRIEND_TEXTS.tabs.requests}
      query={query}
      failedText={FRIEND_TEXTS.requestsFailed}
      empty={
        <EmptyState
          icon={<Inbox size={22} aria-hidden="true" />}
          title={FRIEND_TEXTS.emptyRequests}
        />
      }
      row={(member) => <RequestRow key={member.id} member={member} />}
    />
  );
}

function RequestRow({ member }: { member: MemberSummary }) {
  return (
    <PersonRow member={member}>
      <AnswerButtons memberId={member.id} name={member.nickName} size="sm" />
    </PersonRow>
  );
}
