export const WRITING_TEXTS = {
  uploading: '사진을 올리고 있습니다. 끝난 뒤에 다시 눌러 주세요.',
  draftFailed: '브라우저 저장 공간이 부족해 임시 저장하지 못했습니다.',
  leave: {
    title: '이 페이지를 나갈까요?',
    body: '쓰던 글은 이 브라우저에 임시 저장되어 다음에 이어 쓸 수 있습니다.',
    stay: '계속 쓰기',
  },
  /** Drag and paste hints only make sense without a touch screen. */
  placeholder: matchMedia('(pointer: coarse)').matches
    ? '내용을 입력해 주세요.'
    : '내용을 입력해 주세요. 사진은 끌어다 놓거나 붙여 넣을 수 있습니다.',
} as const;
