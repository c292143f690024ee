import type { AdminUser } from '@naru/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type PeopleFilter, type PeopleSearchTurn, peopleQuery } from './people.queries.ts';
import { PEOPLE_TEXTS } from './people.texts.ts';
import { PeopleSearch } from './people-search.tsx';
import { PersonCard } from './person-card.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

type Asked = { what: 'roles' | 'suspension'; id: number };

/** ROLES: finds members, gives and takes their roles, suspends them. */
export function PeopleView() {
  const [filter, setFilter] = useState<PeopleSearchTurn | null>(null);
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: me } = useMe();
  const found = useQuery(peopleQuery(filter, page));
  const { data, error, isFetching, isPlaceholderData, refetch } = found;

  const search = (next: PeopleFilter) => {
    setPage(0);
    setFilter({ ...next, turn: Date.now() });
  };
  const chosen = data?.users.find(({ id }) => id === asked?.id);
  return (
    <Card as="section" aria-label="회원 검색" className="overflow-hidden">
      <PeopleSearch pending={isFetching} onSearch={search} />
      <div className="border-line border-t" aria-live="polite">
        {filter === null ? (
          <EmptyState
            icon={<UsersRound size={22} aria-hidden="true" />}
            title={PEOPLE_TEXTS.startTitle}
            text={PEOPLE_TEXTS.startText}
          />
        ) : (
          <ListFrame
            label="회원 페이지 이동"
            failure={
              error && {
                title: PEOPLE_TEXTS.searchFailed,
                text: messageOf(error, PEOPLE_TEXTS.tryLater),
              }
            }
            onRetry={() => void refetch()}
            page={data?.page}
            onPage={setPage}
            isStale={isPlaceholderData}
            empty={{
              icon: <SearchX size={22} aria-hidden="true" />,
              title: PEOPLE_TEXTS.none,
              text: PEOPLE_TEXTS.noneHint,
            }}
          >
            {data && me && (
              <Found
                users={data.users}
                total={data.page.totalElements}
                viewer={me}
                onAsk={setAsked}
              />
            )}
          </ListFrame>
        )}
      </div>
      {chosen && me && asked?.what === 'roles' && (
        <RoleDialog member={chosen} viewer={me} onClose={() => setAsked(null)} />
      )}
      {chosen && asked?.what === 'suspension' && (
        <SuspendDialog member={chosen} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}

type FoundProps = {
  users: readonly AdminUser[];
  total: number;
  viewer: Parameters<typeof RoleDialog>[0]['viewer'];
  onAsk: (asked: Asked) => void;
};

function Found({ users, total, viewer, onAsk }: FoundProps) {
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
              onRoles={() => onAsk({ what: 'roles', id: user.id })}
              onSuspension={() => onAsk({ what: 'suspension', id: user.id })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
