import { ROLE_TITLES, type Role } from '@naru/contract/roles';
import { DONE, TEXTS } from '@naru/contract/texts';

export const PEOPLE_TEXTS = {
  search: '검색',
  anyRole: '모든 권한',
  searchNote: '아이디, 이름, 닉네임은 일부만 적어도 찾습니다. 검색한 내용은 감사 기록에 남습니다.',
  startTitle: '회원을 검색해 주세요.',
  startText: '조건 없이 검색하면 모든 회원이 나옵니다.',
  searchFailed: '검색 실패',
  tryLater: '잠시 후 다시 시도해 주세요.',
  none: '검색 결과가 없습니다.',
  noneHint: '조건을 바꿔 다시 검색해 주세요.',
  reset: '조건 지우기',
  manage: '권한 관리',
  suspend: '이용 정지',
  changeSuspension: '정지 변경',
  role: '권한',
  rolePlaceholder: '권한을 선택해 주세요',
  reason: '사유',
  reasonHint: '사유는 감사 기록에 남고, 모든 관리자에게 변경 사실이 알려집니다.',
  grant: '권한 부여',
  revoke: '권한 회수',
  granted: DONE.roleGranted,
  grantFailed: '권한 부여 실패',
  revoked: DONE.roleRevoked,
  revokeFailed: '권한 회수 실패',
  until: '정지 종료일',
  untilHint: '그날 밤 12시까지 로그인할 수 없습니다. (한국 시간)',
  suspendReasonHint: '회원이 로그인하려 하면 이 사유를 보게 됩니다.',
  suspendFailed: '이용 정지 실패',
  lift: '정지 해제',
  liftAsk: '이용 정지를 해제할까요?',
  liftBody: '바로 다시 로그인할 수 있습니다.',
  liftFailed: '정지 해제 실패',
} as const;

/** Why an action is disabled; the server checks the same rules. */
export const BLOCKS = {
  self: TEXTS.ownRole,
  system: TEXTS.systemRole,
  higher: TEXTS.higherRole,
  base: TEXTS.baseRole,
  held: '이미 가진 권한입니다.',
  notHeld: '가지고 있지 않은 권한입니다.',
  suspendSelf: '자신은 정지할 수 없습니다.',
  suspendRank: '자신보다 권한이 낮은 회원만 정지할 수 있습니다.',
} as const;

export function changeAsk(name: string, role: Role, isGrant: boolean): string {
  const title = ROLE_TITLES[role];
  return isGrant
    ? `${name} 님에게 ${title} 권한을 부여할까요?`
    : `${name} 님의 ${title} 권한을 회수할까요?`;
}
