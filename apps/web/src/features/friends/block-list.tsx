import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { EmptyState } from '../../ui/states.tsx';
import { blocksQuery } from './friends.queries.ts';
import { PeopleList } from './people-list.tsx';
import { PersonRow } from './person-row.tsx';
import { UnblockButton } from './unblock-button.tsx';

export function BlockList() {
  const query = useQuery(blocksQuery);
  return (
    <PeopleList
      label="차단한 회원"
      query={query}
      failedText="차단한 회원을 불러오지 못했습니다."
      empty={<EmptyState icon={<Ban size={22} />} title="차단한 회원이 없습니다." />}
      row={(member) => (
        <PersonRow key={member.id} member={member}>
          <UnblockButton memberId={member.id} name={member.nickName} size="sm" />
        </PersonRow>
      )}
    />
  );
}
