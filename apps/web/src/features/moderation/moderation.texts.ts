import type { Reveal } from '@naru/contract/moderation';

const TRY_LATER = '잠시 후 다시 시도해 주세요.';

export const KIND_NAMES = { POST: '게시글', COMMENT: '댓글', MEMBER: '회원' } as const;

export const TARGET_TEXTS = {
  gone: '삭제되었거나 찾을 수 없습니다.',
  none: '대상이 지정되지 않은 신고입니다. 내용을 읽고 판단해 주세요.',
} as const;

export const REPORT_TEXTS = {
  list: '신고',
  failed: '신고를 불러오지 못했습니다.',
  tryLater: TRY_LATER,
  complete: '답변하고 완료',
  remove: '삭제',
} as const;

export const REMOVED_TEXTS = {
  list: '삭제된 글',
  emptyPOST: '삭제된 게시글이 없습니다.',
  emptyCOMMENT: '삭제된 댓글이 없습니다.',
  failed: '삭제된 글을 불러오지 못했습니다.',
  tryLater: TRY_LATER,
  look: '열람',
  restore: '복구',
} as const;

export const REVEAL_TEXTS = {
  list: '작성자 확인 요청',
  how: [
    '관리자 한 명이 사유를 적어 요청합니다. 신고 화면의 익명 글에서 요청할 수 있습니다.',
    '다른 관리자가 사유를 읽고 승인하거나 거절합니다. 요청한 관리자는 스스로 승인할 수 없습니다.',
    '승인되면 요청한 관리자와 승인한 관리자 두 명만 24시간 동안 작성자를 볼 수 있습니다.',
    '요청, 결정, 열람은 모두 감사 기록에 남습니다.',
  ],
  failed: '작성자 확인 요청을 불러오지 못했습니다.',
  tryLater: TRY_LATER,
  approve: '승인',
  reject: '거절',
  lookAsk: '작성자를 볼까요?',
  lookBody: '누가 언제 보았는지 감사 기록에 남습니다.',
  over: '볼 수 있는 시간이 끝났습니다.',
} as const;

export const REVEAL_STATE_NAMES: Record<Reveal['state'], string> = {
  PENDING: '승인 대기',
  APPROVED: '승인됨',
  REJECTED: '거절됨',
  EXPIRED: '기간 만료',
};
