export const ACTIVITY_TEXTS = {
  failed: '불러오지 못했습니다. 잠시 후 다시 시도해 주세요.',
  empty: {
    comments: '작성한 댓글이 없습니다.',
    posts: '작성한 글이 없습니다.',
    liked: '좋아요한 글이 없습니다.',
    scraps: '스크랩한 글이 없습니다.',
  },
  deleted: '삭제된 글입니다.',
} as const;
