import type { EmailKind, EmailState } from '@naru/contract/emails';
import type { BadgeTone } from '../../ui/badge.tsx';

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
