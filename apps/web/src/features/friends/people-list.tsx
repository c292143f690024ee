import type { MemberSummary } from '@naru/contract/friends';
import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { ErrorState } from '../../ui/states.tsx';
import { PeopleSkeleton } from './people-skeleton.tsx';

type PeopleListProps<M extends MemberSummary> = {
  label: string;
  query: UseQueryResult<M[]>;
  failedText: string;
  empty: ReactNode;
  row: (member: M) => ReactNode;
};

/** A list of members with its loading, failed and empty states. */
export function PeopleList<M extends MemberSummary>(props: PeopleListProps<M>) {
  const { query } = props;
  if (query.isPending) return <PeopleSkeleton />;
  if (!query.data) {
    return (
      <ErrorState
        icon={<CloudOff size={22} />}
        title={props.failedText}
        text={messageOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data.length === 0) return props.empty;
  return <ul aria-label={props.label}>{query.data.map(props.row)}</ul>;
}
