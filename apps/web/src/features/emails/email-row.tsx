import type { EmailKind, EmailState, LoggedEmail } from '@naru/contract/emails';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../lib/paths.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';

export const EMAIL_KIND_NAMES: Record<EmailKind, string> = {
  CODE: '인증 코드',
  INVITATION: '초대',
  SIGN_UP: '가입 결과',
  ANSWER: '문의와 신고의 답변',
  DIGEST: '소식 이메일',
  SECURITY: '보안 알림',
  ROLE: '권한 변경 알림',
  SUSPENSION: '이용 정지 안내',
  UNUSED: '계정 삭제 예고',
  WORK: '할 일 알림',
};

export const EMAIL_STATE_LOOKS: Record<EmailState, { label: string; tone: BadgeTone }> = {
  WAITING: { label: '대기', tone: 'gold' },
  SENT: { label: '보냄', tone: 'tide' },
  FAILED: { label: '배달 실패', tone: 'buoy' },
  EXPIRED: { label: '기한 지남', tone: 'plain' },
  CANCELLED: { label: '취소', tone: 'plain' },
};

/** What the reply of a mail server means, by its code and status (RFC 3463). */
const REASONS: [pattern: RegExp, text: string][] = [
  [/ [45]\.2\.2$/, '받은편지함이 가득 찼습니다.'],
  [/ [45]\.2\.1$/, '사용할 수 없는 편지함입니다.'],
  [/ 5\.1\.(?:2|10)$|^556/, '이메일을 받지 않는 도메인입니다.'],
  [/ 5\.(?:1\.[1346]|4\.1)$/, '없는 주소입니다.'],
  [/ 5\.7\.1(?:24|29|3\d)$/, '외부에서 보내는 이메일을 받지 않는 주소입니다.'],
  [/^[A-Z]/, '이메일 서버에 연결하지 못했습니다.'],
  [/^4/, '지금은 받을 수 없다고 답했습니다.'],
];

/** A sentence about the last failure. */
export function reasonOf({ reply, isUnclear }: { reply: string; isUnclear: boolean }): string {
  if (isUnclear && reply.startsWith('5')) return '이메일 서버가 이 사이트의 이메일을 거절했습니다.';
  const known = REASONS.find(([pattern]) => pattern.test(reply));
  return known?.[1] ?? '이메일 서버가 이 이메일을 받지 않았습니다.';
}

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
