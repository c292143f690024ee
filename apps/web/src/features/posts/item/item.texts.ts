/** What the dialog of a market item says. */
export const ITEM_TEXTS = {
  open: '물품 등록',
  denied: '물품 등록은 학생 이상만 가능합니다.',
  created: '물품이 등록되었습니다.',
  updated: '물품 정보를 수정했습니다.',
  createFailed: '물품을 등록하지 못했습니다. 다시 시도해 주세요.',
  updateFailed: '물품 정보를 수정하지 못했습니다. 다시 시도해 주세요.',
  statusFailed: '거래 상태를 바꾸지 못했습니다.',
  dropHint: '사진 1장을 끌어다 놓거나 눌러서 고르세요.',
  dropActive: '여기에 놓으세요.',
  onlyImages: '이미지 파일만 올릴 수 있습니다.',
  onlyOne: '이미지는 1장만 올릴 수 있습니다.',
  leaveTitle: '입력한 내용을 버릴까요?',
  leaveBody: '등록하지 않은 내용은 사라집니다.',
} as const;
