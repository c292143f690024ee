import type { MemberCard } from '@naru/contract/members';
import { highestRole } from '@naru/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { CloudOff, Mail, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { memberKeys } from '../../entities/keys.ts';
import { useHasRole } from '../../entities/member/me.ts';
import { RoleFlag, RoleList } from '../../entities/member/role-tag.tsx';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

type ProfileCardProps = {
  memberId: number;
  onClose: () => void;
  actions: (card: MemberCard) => ReactNode;
};

export function ProfileCard({ memberId: id, onClose, actions }: ProfileCardProps) {
  const isAdmin = useHasRole('ADMIN');
  const query = useQuery({
    queryKey: memberKeys.card(id),
    // Each response to an ADMIN is recorded in the audit log, so only a person asks for it again.
    refetchOnWindowFocus: !isAdmin,
    refetchOnReconnect: !isAdmin,
    queryFn: ({ signal }) => api('GET /api/member/summary/:id', { params: { id }, signal }),
  });
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog open onClose={onClose} title="프로필" size="sm">
      {query.isPending && <CardSkeleton />}
      {error && !data && (
        <ErrorState
          icon={isGone ? <UserX size={22} /> : <CloudOff size={22} />}
          title="사용자 정보를 불러올 수 없습니다."
          text={messageOf(error)}
          onRetry={isGone ? undefined : () => void query.refetch()}
        />
      )}
      {data && <CardBody card={data} actions={actions(data)} />}
    </Dialog>
  );
}

function CardBody({ card, actions }: { card: MemberCard; actions: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 pt-1 text-center">
      <Avatar name={card.nickName} src={card.profileThumbnails} size={84} />
      <div className="grid max-w-full justify-items-center gap-1">
        <p className="flex max-w-full items-center gap-1.5 font-bold text-xl">
          <bdi className="truncate">{card.nickName}</bdi>
          <RoleFlag role={highestRole(card.roles)} size={18} />
        </p>
        {card.email && (
          <a
            href={`mailto:${card.email}`}
            className="flex min-h-6 max-w-full items-center gap-1.5 text-ink-3 text-sm hover:text-ink hover:underline"
          >
            <Mail size={14} className="shrink-0" />
            <span className="truncate">{card.email}</span>
          </a>
        )}
      </div>
      <RoleList roles={card.roles} />
      <p
        className={`w-full whitespace-pre-line rounded-ctl bg-deck px-4 py-3 text-md ${card.intro ? 'text-ink-2' : 'text-ink-3'}`}
      >
        {card.intro || '소개가 없습니다.'}
      </p>
      <div className="mt-1 empty:hidden">{actions}</div>
    </div>
  );
}

/** As high as a usual card. */
function CardSkeleton() {
  return (
    <div
      role="status"
      aria-label="프로필을 불러오는 중입니다."
      className="grid justify-items-center gap-3 pt-1"
    >
      <Skeleton className="size-[84px] rounded-full" />
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-5 w-16" />
      <Skeleton className="h-12 w-full rounded-ctl" />
      <Skeleton className="mt-1 h-10 w-56 rounded-ctl" />
    </div>
  );
}
