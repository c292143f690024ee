import type { LoggedEmail } from '@naru/contract/emails';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { EMAIL_KIND_NAMES, EMAIL_STATE_LOOKS, reasonOf } from './email-looks.ts';

export function EmailRow({ email }: { email: LoggedEmail }) {
  const { recipient, kind, state, reply, isUnclear, owner } = email;
  const { label, tone } = EMAIL_STATE_LOOKS[state];
  return (
    <article className="grid gap-1 px-5 py-3.5 max-md:px-4">
      <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{recipient}</span>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-ink-2 text-sm">{EMAIL_KIND_NAMES[kind]}</span>
      </h2>
      {owner && (
        <p className="text-ink-2 text-sm">
          {owner.type === 'MEMBER' ? '회원' : '명부'}{' '}
          <bdi className="[overflow-wrap:anywhere]">{owner.name}</bdi>{' '}
          <span className="tabular-nums">({owner.username})</span>
        </p>
      )}
      {reply !== null && (
        <p className={state === 'FAILED' ? 'text-buoy text-sm' : 'text-ink-2 text-sm'}>
          {reasonOf({ reply, isUnclear })}{' '}
          <span className="whitespace-nowrap text-ink-3">응답 {reply}</span>
        </p>
      )}
      {state === 'FAILED' && owner && <Correction owner={owner} />}
      <Times email={email} />
    </article>
  );
}

const LINK = 'font-semibold text-sea text-sm hover:underline';

type Owner = NonNullable<LoggedEmail['owner']>;

function Correction({ owner: { type, username } }: { owner: Owner }) {
  return type === 'ROSTER' ? (
    <p>
      <Link to={PATHS.admin} search={{ menu: 'ROSTER', query: username }} className={LINK}>
        명부에서 이메일 수정
      </Link>
    </p>
  ) : (
    <p>
      <Link to={PATHS.admin} search={{ menu: 'ROLES', query: username }} className={LINK}>
        회원 권한에서 이메일 수정
      </Link>
    </p>
  );
}

function Times({ email: { createdAt, triedAt, attempts } }: { email: LoggedEmail }) {
  return (
    <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm">
      <span>
        <TimeText date={createdAt} kind="list" /> 작성
      </span>
      {triedAt !== null && attempts > 1 && (
        <span>
          <TimeText date={triedAt} kind="list" />
          까지 {attempts.toLocaleString('ko-KR')}번 시도
        </span>
      )}
    </p>
  );
}
