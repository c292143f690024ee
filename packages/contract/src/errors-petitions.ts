import { type CatalogueEntry, entry as e } from './error-entry.ts';

export const PETITION_ERRORS = {
  PETITION_ENDED: e(409, '이 청원은 이미 다음 단계로 넘어갔습니다. 화면을 새로 고쳐 주세요.'),
  PETITION_FIXED: e(409, '청원은 수정하거나 삭제할 수 없습니다. 서명을 모으는 동안 철회해 주세요.'),
  PETITION_HALF_SIGNED: e(409, '서명이 목표의 절반 이상이라 철회할 수 없습니다. 문의해 주세요.'),
  PETITION_TEXT_NOT_FOUND: e(404, '삭제할 답변이나 사유가 없습니다. 화면을 새로 고쳐 주세요.'),
  PETITION_NOT_OWED: e(409, '지금은 답변할 수 없는 청원입니다. 화면을 새로 고쳐 주세요.'),
} as const satisfies Record<string, CatalogueEntry>;
