import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { roleEndsQuery } from './roster.queries.ts';

/** Roles that end by themselves, the next one first. */
export function RoleEnds() {
  const query = useQuery(roleEndsQuery);
  const { data } = query;
  return (
    <Card as="section" aria-label="종료일이 있는 권한" className="overflow-hidden">
      <h2 className="border-line border-b px-5 py-3.5 font-bold text-lg max-md:px-4">
        종료일이 있는 권한{' '}
        {data && <span className="font-normal text-ink-3 text-md">{data.length}</span>}
      </h2>
      {!data && <LoadState query={query} failed="권한을 불러오지 못했습니다." rows={2} />}
      {data?.length === 0 && (
        <EmptyState
          className="py-8"
          icon={<CalendarX2 size={22} />}
          title="종료일이 정해진 권한이 없습니다."
          text="‘학년도 전환’ 파일에 종료일을 적은 조교와 학생회가 여기에 모입니다."
        />
      )}
      {data && data.length > 0 && (
        <ul aria-label="종료일이 있는 권한">
          {data.map(({ memberId, username, name, role, lastDay }) => (
            <li
              key={`${memberId} ${role}`}
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-t px-5 py-3 first:border-t-0 max-md:px-4"
            >
              <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>
              <span className="text-ink-2 tabular-nums">{username}</span>
              <RoleTag role={role} />
              <span className="ml-auto text-ink-2 text-md">{lastDay}까지</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
