import type { Invitation } from '@naru/contract/roster';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { AuthFrame, frameLinkClass } from '../../features/auth/auth-frame.tsx';
import {
  InvitedForm,
  invitationQuery,
  useAcceptInvitation,
} from '../../features/auth/invited-form.tsx';
import { useLogInJoined } from '../../features/auth/use-log-in.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { PATHS } from '../../lib/paths.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';

/** The link of an invitation e-mail: who is invited, and what that person chooses. */
export function InvitationPage() {
  // The token is in the fragment, which is sent to no server.
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <AuthFrame
      title="초대받은 회원가입"
      lead={token === '' ? undefined : '닉네임과 비밀번호를 정하면 가입이 끝납니다.'}
      footer={
        <Link to={PATHS.login} className={frameLinkClass}>
          로그인 화면으로
        </Link>
      }
    >
      {token === '' ? <BadLink /> : <Opened key={token} token={token} />}
    </AuthFrame>
  );
}

function Opened({ token }: { token: string }) {
  const query = useQuery(invitationQuery(token));
  const accept = useAcceptInvitation(token);
  const navigate = useNavigate();
  const logIn = useLogInJoined();
  const { data, error } = query;
  if (error instanceof ApiError && (error.status === 403 || error.status === 400)) {
    return <BadLink text={messageOf(error)} />;
  }
  if (!data) return <LoadState query={query} failed="초대를 불러오지 못했습니다." rows={4} />;
  return (
    <div className="grid gap-6">
      <Person invitation={data} />
      <InvitedForm
        username={data.username}
        onSubmit={async (values) => {
          const { message, username } = await accept.mutateAsync(values);
          const { password } = values;
          const isIn = await logIn({ username, password });
          toast.success(isIn ? '회원가입이 완료되었습니다.' : message);
          await navigate({ to: PATHS.login, state: { username } });
        }}
      />
    </div>
  );
}

function Person({ invitation }: { invitation: Invitation }) {
  const { username, name, email, role, expiresAt } = invitation;
  return (
    <div className="grid gap-2.5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2.5 rounded-ctl bg-deck px-4 py-3.5">
        <dt className="text-ink-3">학번(교번)</dt>
        <dd className="font-semibold tabular-nums">{username}</dd>
        <dt className="text-ink-3">이름</dt>
        <dd className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </dd>
        <dt className="text-ink-3">이메일</dt>
        <dd className="[overflow-wrap:anywhere]">{email}</dd>
        <dt className="text-ink-3">권한</dt>
        <dd>
          <RoleTag role={role} />
        </dd>
      </dl>
      <p className="text-ink-3 text-sm">
        학과 명부의 내용이라 여기서 바꿀 수 없습니다. 다르면 학과에 알려 주세요. 이 주소는{' '}
        <TimeText date={expiresAt} kind="list" />
        까지 열 수 있습니다.
      </p>
    </div>
  );
}

function BadLink({ text = '이메일의 주소를 빠짐없이 열어 주세요.' }: { text?: string }) {
  return (
    <EmptyState
      className="py-6"
      icon={<MailX size={22} />}
      title="이 주소로는 가입할 수 없습니다."
      text={text}
    />
  );
}
