import type { MemberSummary } from '@naru/contract/friends';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PersonName } from '../../entities/member/person-name.tsx';
import { TopRoleTag } from '../../entities/member/role-tag.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { LoadError } from '../../ui/states.tsx';

type PeopleListProps = {
  label: string;
  query: UseQueryResult<MemberSummary[]>;
  /** Shown instead of the data, once loaded. */
  people?: MemberSummary[];
  failedText: string;
  empty: ReactNode;
  row: (member: MemberSummary) => ReactNode;
};

export function PeopleList({ label, query, people, failedText, empty, row }: PeopleListProps) {
  const { data, error, isPending, refetch } = query;
  if (isPending) return <PeopleSkeleton rows={4} />;
  if (!data) return <LoadError title={failedText} error={error} onRetry={() => void refetch()} />;
  const shown = people ?? data;
  if (shown.length === 0) return empty;
  return <ul aria-label={label}>{shown.map(row)}</ul>;
}

export function PersonRow({ member, children }: { member: MemberSummary; children: ReactNode }) {
  return (
    <li className="flex min-h-15 items-center gap-3 border-line border-t px-5 py-2">
      <Avatar name={member.nickName} src={member.profileThumbnails} size={36} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <PersonName
          name={member.nickName}
          memberId={member.id}
          className="font-semibold text-md max-md:min-h-11"
        />
        <TopRoleTag roles={member.roles} from="STUDENT" />
      </span>
      <span className="flex shrink-0 items-center gap-2">{children}</span>
    </li>
  );
}

export function PeopleSkeleton({ rows }: { rows: number }) {
  return (
    <SkeletonList rows={rows} className="flex h-15 items-center gap-3 border-line border-t px-5">
      <Skeleton className="size-9 rounded-full" />
      <Skeleton className="h-3.5 w-28" />
    </SkeletonList>
  );
}
