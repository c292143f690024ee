import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { EmptyState } from '../../ui/states.tsx';
import { blocksQuery } from './friends.queries.ts';
import { FRIEND_TEXTS } from './friends.texts.ts';
import { PeopleList } from './people-list.tsx';
import { PersonRow } from './person-row.tsx';
import { UnblockButton } from './unblock-button.tsx';

export function BlockList() {
  const query = useQuery(blocksQuery);
  return (
    <PeopleList
      label={FRIEND_TEXTS.blocks}
      query={query}
      failedText={FRIEND_TEXTS.blocksFailed}
      empty={
        <EmptyState icon={<Ban size={22} aria-hidden="true" />} title={FRIEND_TEXTS.emptyBlocks} />
      }
      row={(member) => (
        <PersonRow key={member.id} member={member}>
          <UnblockButton memberId={member.id} name={member.nickName} size="sm" />
        </PersonRow>
      )}
    />
  );
}
