import type { AdminUser } from '@naru/contract/admin';
import { Ban, ShieldCheck, ShieldOff, UserPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { PersonName } from '../../entities/member/person-name.tsx';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { formatDay, koreanDayAfter } from '../../lib/format/dates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { formatLastVisit } from './last-visit.ts';
import {
  findCorrectBlock,
  findMemberBlock,
  findSuspendBlock,
  type Viewer,
} from './people.rules.ts';

type Props = {
  user: AdminUser;
  viewer: Viewer;
  onRoles: () => void;
  onCorrection: () => void;
  onSuspension: () => void;
  onSecondFactor: () => void;
};

export function PersonCard({ user, viewer, ...on }: Props) {
  const { nickname, name, username, email, roles, profileThumbnails, suspendedUntil } = user;
  return (
    <div className="flex items-center gap-3.5 px-5 py-3.5 max-lg:flex-wrap max-md:px-4">
      <Avatar name={nickname} src={profileThumbnails} size={44} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PersonName name={nickname} memberId={user.id} className="font-bold" />
          {roles.map((role) => (
            <RoleTag key={role} role={role} />
          ))}
          {suspendedUntil && <Badge tone="buoy">{formatDay(suspendedUntil)}까지 정지</Badge>}
        </p>
        <dl className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-2 text-md [overflow-wrap:anywhere]">
          <Fact label="이름">{name}</Fact>
          <Fact label="학번(교번)">{username}</Fact>
          <Fact label="이메일">{email}</Fact>
          <Fact label="가입일" shown>
            {formatDay(user.createdDate)}
          </Fact>
          <Fact label="마지막 방문" shown>
            {formatLastVisit(user.lastVisit, koreanDayAfter(0))}
          </Fact>
        </dl>
        {user.isProvenStudent && <p className="text-ink-3 text-sm">학교 이메일로 학생 인증함</p>}
        {user.mailboxHolder && (
          <p className="text-gold text-sm">
            이 이메일은 <bdi>{user.mailboxHolder.nickname}</bdi>({user.mailboxHolder.username})
            회원의 학생 인증에 쓰였습니다. 본인을 확인한 뒤 권한을 정해 주세요.
          </p>
        )}
        {user.suspendedReason && (
          <p className="text-buoy text-sm">
            정지 사유: <bdi>{user.suspendedReason}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
        <Action
          label="권한 관리"
          nickname={nickname}
          icon={<ShieldCheck size={16} />}
          block={findMemberBlock(viewer, user)}
          onClick={on.onRoles}
        />
        <Action
          label="정보 수정"
          nickname={nickname}
          icon={<UserPen size={16} />}
          block={findCorrectBlock(viewer, user)}
          onClick={on.onCorrection}
        />
        <Action
          label={suspendedUntil ? '정지 변경' : '이용 정지'}
          nickname={nickname}
          icon={<Ban size={16} />}
          block={findSuspendBlock(viewer, user)}
          onClick={on.onSuspension}
        />
        {user.hasSecondFactor && (
          <Action
            label="2단계 인증 해제"
            nickname={nickname}
            icon={<ShieldOff size={16} />}
            block={findCorrectBlock(viewer, user)}
            onClick={on.onSecondFactor}
          />
        )}
      </div>
    </div>
  );
}

function Fact(props: { label: string; shown?: boolean; children: string }) {
  return (
    <div className="flex gap-1">
      <dt className={props.shown ? 'text-ink-3' : 'sr-only'}>{props.label}</dt>
      <dd className={props.shown ? 'text-ink-3 tabular-nums' : ''}>
        <bdi>{props.children}</bdi>
      </dd>
    </div>
  );
}

type ActionProps = {
  label: string;
  nickname: string;
  icon: ReactNode;
  /** Why it is disabled; the button then shows the reason instead. */
  block: string | null;
  onClick: () => void;
};

function Action({ label, nickname, icon, block, onClick }: ActionProps) {
  return (
    <Button
      size="sm"
      icon={icon}
      aria-label={[`${nickname} ${label}`, block].filter(Boolean).join(': ')}
      aria-disabled={block !== null || undefined}
      aria-haspopup={block === null ? 'dialog' : undefined}
      title={block ?? undefined}
      onClick={() => (block === null ? onClick() : toast.info(block))}
    >
      {label}
    </Button>
  );
}
