import type { AdminUser } from '@naru/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { TRY_LATER } from '../../lib/try-later.ts';
import { Card } from '../../ui/card.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type PeopleFilter, type PeopleSearchTurn, peopleQuery } from './people.queries.ts';
import type { Viewer } from './people.rules.ts';
import { PeopleSearch } from './people-search.tsx';
import { PersonCard } from './person-card.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

type OpenDialog = { kind: 'roles' | 'suspension'; id: number };

/** Console panel ROLES. */
export function PeopleView() {
  const [filter, setFilter] = useState<PeopleSearchTurn | null>(null);
  const [page, setPage] = useState(0);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { data: me } = useMe();
  const found = useQuery(peopleQuery(filter, page));
  const search = (next: PeopleFilter) => {
    setPage(0);
    setFilter({ ...next, turn: Date.now() });
  };
  const chosen = found.data?.users.find(({ id }) => id === dialog?.id);
  return (
    <Card as="section" aria-label="회원 검색" className="overflow-hidden">
      <PeopleSearch pending={found.isFetching} onSearch={search} />
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
            texts={{ failed: '검색 실패', tryLater: TRY_LATER }}
            onPage={setPage}
            empty={{
              icon: <SearchX size={22} />,
              title: '검색 결과가 없습니다.',
              text: '조건을 바꿔 다시 검색해 주세요.',
            }}
          >
            {({ users, page: { totalElements } }) =>
              me && <Found users={users} total={totalElements} viewer={me} onOpen={setDialog} />
            }
          </QueryList>
        )}
      </div>
      {chosen && me && dialog?.kind === 'roles' && (
        <RoleDialog member={chosen} viewer={me} onClose={() => setDialog(null)} />
      )}
      {chosen && dialog?.kind === 'suspension' && (
        <SuspendDialog member={chosen} onClose={() => setDialog(null)} />
      )}
    </Card>
  );
}

type FoundProps = {
  users: readonly AdminUser[];
  total: number;
  viewer: Viewer;
  onOpen: (dialog: OpenDialog) => void;
};

function Found({ users, total, viewer, onOpen }: FoundProps) {
  return (
    <>
      <p className="px-5 pt-3.5 pb-1 font-semibold text-md max-md:px-4">
        회원 <span className="text-sea tabular-nums">{total.toLocaleString('ko-KR')}</span>명
      </p>
      <ul aria-label="찾은 회원">
        {users.map((user) => (
          <li key={user.id} className="border-line border-t first:border-t-0">
            <PersonCard
              user={user}
              viewer={viewer}
              onRoles={() => onOpen({ kind: 'roles', id: user.id })}
              onSuspension={() => onOpen({ kind: 'suspension', id: user.id })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
