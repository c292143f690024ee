import { ROLE_TITLES, type Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';

export const PEOPLE_TEXTS = {
  tryLater: '잠시 후 다시 시도해 주세요.',
  suspend: '이용 정지',
  role: '권한',
  reason: '사유',
  lift: '정지 해제',
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
