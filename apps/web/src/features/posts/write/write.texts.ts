/** Sentences of the writing page (spec 5 and 8, decisions 180). */
export const WRITE_TEXTS = {
  created: '글을 등록했습니다.',
  updated: '글을 수정했습니다.',
  createFailed: '등록 실패. 다시 시도해주세요.',
  updateFailed: '수정 실패. 다시 시도해주세요.',
  unknownFailure: '서버 에러 발생',
  loadFailed: '게시글을 불러오는데 실패했습니다.',
} as const;
