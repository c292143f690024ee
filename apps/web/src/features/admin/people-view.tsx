import type { AdminUser } from '@naru/contract/admin';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import {
  exportPeople,
  type PeopleFilter,
  type PeopleSearchTurn,
  peopleQuery,
  useRemoveSecondFactor,
} from './people.queries.ts';
import { NO_FILTER, PeopleSearch } from './people-search.tsx';
import { PersonCard } from './person-card.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

type OpenDialog = { kind: 'roles' | 'correction' | 'suspension' | 'secondFactor'; id: number };

/** What was searched for last: Back to it repeats no call, as each is audited. */
let last: PeopleSearchTurn = { ...NO_FILTER, turn: 0 };

function turnOf(filter: PeopleFilter): PeopleSearchTurn {
  const isSame = JSON.stringify({ ...filter, turn: last.turn }) === JSON.stringify(last);
  if (!isSame) last = { ...filter, turn: Date.now() };
  return last;
}

type PeopleViewProps = {
  /** Where the address says that the reader is; null before the first search. */
  start?: { filter: PeopleFilter; page: number } | null;
  /** Called when the reader searches or turns the page. */
  onPlace?: (filter: PeopleFilter, page: number) => void;
};

/** Console panel ROLES. */
export function PeopleView({ start = null, onPlace }: PeopleViewProps) {
  const [filter, setFilter] = useState<PeopleSearchTurn | null>(
    () => start && turnOf(start.filter),
  );
  const [page, showPage] = useState(start?.page ?? 0);
  const setPage = (next: number) => {
    showPage(next);
    if (filter) onPlace?.(filter, next);
  };
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { data: me } = useMe();
  const found = useQuery(peopleQuery(filter, page));
  const exporting = useMutation({
    mutationFn: exportPeople,
    onError: (error) => void alertFailure('회원 목록을 내려받지 못했습니다.', error),
  });
  const search = (next: PeopleFilter) => {
    showPage(0);
    last = { ...next, turn: Date.now() };
    setFilter(last);
    onPlace?.(next, 0);
  };
  const chosen = found.data?.users.find(({ id }) => id === dialog?.id);
  return (
    <Card as="section" aria-label="회원 검색" className="overflow-hidden">
      <PeopleSearch start={start?.filter} pending={found.isFetching} onSearch={search} />
      <div className="border-line border-t" aria-live="polite">
        {filter === null ? (
          <EmptyState
            icon={<UsersRound size={22} />}
            title="회원을 검색해 주세요."
            text="조건 없이 검색하면 모든 회원이 나옵니다."
          />
        ) : (
          <QueryList
            label="회원 페이지 이동"
            query={found}
            failed={'검색 실패'}
            onPage={setPage}
            empty={{
              icon: <SearchX size={22} />,
              title: '검색 결과가 없습니다.',
              text: '조건을 바꿔 다시 검색해 주세요.',
            }}
          >
            {({ users, page: { totalElements } }) =>
              me && (
                <>
                  <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-3.5 pb-1 max-md:px-4">
                    <p className="font-semibold text-md">
                      회원{' '}
                      <span className="text-sea tabular-nums">
                        {totalElements.toLocaleString('ko-KR')}
                      </span>
                      명
                    </p>
                    <Button
                      size="sm"
                      icon={<Download size={16} />}
                      pending={exporting.isPending}
                      title="검색한 회원을 모두 내려받습니다. 내려받은 일도 감사 기록에 남습니다."
                      onClick={() => exporting.mutate(filter)}
                    >
                      CSV 내려받기
                    </Button>
                  </div>
                  <ul aria-label="검색한 회원">
                    {users.map((user) => (
                      <li key={user.id} className="border-line border-t first:border-t-0">
                        <PersonCard
                          user={user}
                          viewer={me}
                          onRoles={() => setDialog({ kind: 'roles', id: user.id })}
                          onCorrection={() => setDialog({ kind: 'correction', id: user.id })}
                          onSuspension={() => setDialog({ kind: 'suspension', id: user.id })}
                          onSecondFactor={() => setDialog({ kind: 'secondFactor', id: user.id })}
                        />
                      </li>
                    ))}
                  </ul>
                </>
              )
            }
          </QueryList>
        )}
      </div>
      {chosen && me && dialog?.kind === 'roles' && (
        <RoleDialog member={chosen} viewer={me} onClose={() => setDialog(null)} />
      )}
      {chosen && dialog?.kind === 'correction' && (
        <CorrectDialog member={chosen} onClose={() => setDialog(null)} />
      )}
      {chosen && dialog?.kind === 'suspension' && (
        <SuspendDialog member={chosen} onClose={() => setDialog(null)} />
      )}
      {chosen && dialog?.kind === 'secondFactor' && (
        <RemoveFactorDialog member={chosen} onClose={() => setDialog(null)} />
      )}
    </Card>
  );
}

type RemoveFactorProps = { member: AdminUser; onClose: () => void };

/** For a member who lost both the authenticator app and the recovery codes. */
function RemoveFactorDialog({ member, onClose }: RemoveFactorProps) {
  const { mutateAsync: remove } = useRemoveSecondFactor();
  return (
    <ReasonDialog
      title={`${member.nickname} 님의 2단계 인증 해제`}
      lead="본인을 직접 확인한 뒤에 해제해 주세요. 해제하면 비밀번호만으로 로그인할 수 있고, 회원에게 이메일로 알립니다."
      draft={`staff-second-factor-${member.id}`}
      label="사유"
      hint="사유는 감사 기록에 남습니다."
      confirmLabel="해제"
      danger
      failure={{ title: '2단계 인증을 해제하지 못했습니다.', text: TRY_LATER }}
      onReason={async (reason) => {
        toast.success((await remove({ id: member.id, reason })).message);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
