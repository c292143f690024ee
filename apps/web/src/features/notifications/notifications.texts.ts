export const NOTIFICATION_TEXTS = {} as const;

export const NOTIFICATION_KINDS = {
  comment: '댓글',
  like: '좋아요',
  friend: '친구',
  notice: '공지',
  other: '소식',
} as const;
