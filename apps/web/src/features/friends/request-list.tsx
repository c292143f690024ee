import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { EmptyState } from '../../ui/states.tsx';
import { friendRequestsQuery } from './friends.queries.ts';
import { FRIEND_TEXTS } from './friends.texts.ts';
import { PeopleList } from './people-list.tsx';
import { PersonRow } from './person-row.tsx';
import { RespondButtons } from './status-actions.tsx';

export function RequestList() {
  const query = useQuery({ ...friendRequestsQuery, refetchInterval: usePollInterval() });
  return (
    <PeopleList
      label={FRIEND_TEXTS.tabs.requests}
      query={query}
      failedText="받은 친구 요청을 불러오지 못했습니다."
      empty={<EmptyState icon={<Inbox size={22} />} title="받은 친구 요청이 없습니다." />}
      row={(member) => (
        <PersonRow key={member.id} member={member}>
          <RespondButtons memberId={member.id} name={member.nickName} size="sm" />
        </PersonRow>
      )}
    />
  );
}
