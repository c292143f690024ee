import type { Reveal } from '@naru/contract/moderation';

const TRY_LATER = '잠시 후 다시 시도해 주세요.';

export const KIND_NAMES = { POST: '게시글', COMMENT: '댓글', MEMBER: '회원' } as const;

export const TARGET_TEXTS = {
  label: '신고 대상',
  gone: '삭제되었거나 찾을 수 없습니다.',
  goneMember: '탈퇴했거나 찾을 수 없는 회원입니다.',
  noIntro: '소개가 없습니다.',
  open: '원문 보기',
  none: '대상이 지정되지 않은 신고입니다. 내용을 읽고 판단해 주세요.',
} as const;

export const REPORT_TEXTS = {
  list: '신고',
  filter: '신고 상태',
  processing: '처리할 신고',
  completed: '완료한 신고',
  empty: '처리할 신고가 없습니다.',
  emptyHint: '새 신고가 들어오면 이곳에 보입니다.',
  emptyDone: '완료한 신고가 없습니다.',
  failed: '신고를 불러오지 못했습니다.',
  tryLater: TRY_LATER,
  inquiry: '문의로 보기',
  complete: '답변하고 완료',
  completeTitle: '신고 처리 완료',
  completeLead: '답변은 신고한 회원에게 알림과 메일로 전해집니다. 완료한 뒤에는 고칠 수 없습니다.',
  answer: '답변',
  done: '신고를 완료했습니다.',
  completeFailed: '신고 완료 실패',
  remove: '삭제',
  removeReason: '삭제 사유',
  removeHint: '사유는 감사 기록에 남습니다. 30일 안에 되돌릴 수 있습니다.',
  removed: '삭제했습니다.',
  removeFailed: '삭제 실패',
  suspend: '이용 정지',
  reveal: '작성자 확인 요청',
  /** Initial answer after the content was removed. */
  removedAnswer: '신고하신 내용을 확인하고 삭제했습니다. 알려 주셔서 감사합니다.',
} as const;

export const REMOVED_TEXTS = {
  list: '삭제된 글',
  filter: '종류',
  note: '운영진이 삭제한 글은 30일 동안 보관했다가 완전히 지웁니다. 열람과 복구는 감사 기록에 남습니다.',
  emptyPOST: '삭제된 게시글이 없습니다.',
  emptyCOMMENT: '삭제된 댓글이 없습니다.',
  emptyHint: '최근 30일 안에 삭제된 것만 보입니다.',
  failed: '삭제된 글을 불러오지 못했습니다.',
  detailFailed: '내용을 불러오지 못했습니다.',
  tryLater: TRY_LATER,
  look: '열람',
  lookTitle: '삭제된 내용',
  loggedNote: '이 열람은 감사 기록에 남았습니다.',
  restore: '복구',
  restoreReason: '복구 사유',
  restoreHint: '사유는 감사 기록에 남습니다.',
  restored: '복구했습니다.',
  restoreFailed: '복구 실패',
  byAuthor: '작성자가 삭제',
  ownDenied: '작성자가 직접 삭제한 글은 복구할 수 없습니다.',
  placeDenied: '위의 게시글이 없어서 복구할 수 없습니다.',
} as const;

export const REVEAL_TEXTS = {
  list: '작성자 확인 요청',
  howTitle: '작성자 확인은 이렇게 진행됩니다',
  how: [
    '관리자 한 명이 사유를 적어 요청합니다. 신고 화면의 익명 글에서 요청할 수 있습니다.',
    '다른 관리자가 사유를 읽고 승인하거나 거절합니다. 요청한 관리자는 스스로 승인할 수 없습니다.',
    '승인되면 요청한 관리자와 승인한 관리자 두 명만 24시간 동안 작성자를 볼 수 있습니다.',
    '요청, 결정, 열람은 모두 감사 기록에 남습니다.',
  ],
  empty: '작성자 확인 요청이 없습니다.',
  emptyHint: '신고된 익명 글에서 요청할 수 있습니다.',
  failed: '작성자 확인 요청을 불러오지 못했습니다.',
  tryLater: TRY_LATER,
  requestTitle: '작성자 확인을 요청할까요?',
  requestLead:
    '다른 관리자가 승인하기 전에는 아무도 작성자를 볼 수 없습니다. 승인되면 요청한 관리자와 승인한 관리자만 24시간 동안 볼 수 있습니다.',
  requestHint: '모든 관리자가 사유를 읽고, 감사 기록에 남습니다.',
  request: '요청',
  requested: '작성자 확인을 요청했습니다. 다른 관리자의 승인을 기다립니다.',
  requestFailed: '작성자 확인 요청 실패',
  approve: '승인',
  approveAsk: '작성자 확인을 승인할까요?',
  approved: '승인했습니다. 24시간 동안 작성자를 볼 수 있습니다.',
  approveFailed: '승인 실패',
  reject: '거절',
  rejectAsk: '작성자 확인을 거절할까요?',
  rejectBody: '작성자는 공개되지 않고, 거절한 사실이 요청한 관리자에게 알려집니다.',
  rejected: '거절했습니다. 작성자는 공개되지 않습니다.',
  rejectFailed: '거절 실패',
  waitOther: '다른 관리자의 결정을 기다리고 있습니다. 스스로 승인할 수 없습니다.',
  look: '작성자 보기',
  lookAsk: '작성자를 볼까요?',
  lookBody: '누가 언제 보았는지 감사 기록에 남습니다.',
  lookTitle: '익명 글의 작성자',
  approveBody:
    '승인하면 요청한 관리자와 나, 두 명이 24시간 동안 작성자의 이름과 아이디를 볼 수 있습니다. 되돌릴 수 없습니다.',
  lookFailed: '작성자를 불러오지 못했습니다.',
  erased: '글이나 계정이 완전히 지워져서 작성자를 알 수 없습니다.',
  over: '볼 수 있는 시간이 끝났습니다.',
  otherTwo: '요청한 관리자와 승인한 관리자만 볼 수 있습니다.',
  loggedNote: '이 열람은 감사 기록에 남았습니다. 이 정보를 다른 곳에 옮기지 마세요.',
} as const;

export const REVEAL_STATE_NAMES: Record<Reveal['state'], string> = {
  PENDING: '승인 대기',
  APPROVED: '승인됨',
  REJECTED: '거절됨',
  EXPIRED: '기간 만료',
};
