import type { StaffAction } from '@naru/contract/inquiries';

export const KIND_NAMES = { POST: '글', COMMENT: '댓글' } as const;

const HANDLED = {
  REMOVED: '삭제',
  HIDDEN: '블라인드',
  RESTORED: '복구',
  SUSPENDED: '이용 정지',
} satisfies Record<StaffAction, string>;

/** What staff did, as a label: 삭제. */
export function actionName(action: StaffAction): string {
  return HANDLED[action];
}

/** For example `운영진이 내 댓글을 삭제했습니다.` */
export function actionSentence(action: StaffAction, type: keyof typeof KIND_NAMES): string {
  return action === 'HIDDEN'
    ? `내 ${KIND_NAMES[type]}이 블라인드 처리되었습니다.`
    : `운영진이 내 ${KIND_NAMES[type]}을 삭제했습니다.`;
}

export const NO_REASON = '사유가 기록되지 않았습니다.';
