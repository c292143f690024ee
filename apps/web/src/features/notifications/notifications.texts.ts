export const NOTIFICATION_TEXTS = {
  title: '알림',
  empty: '새로운 알림이 없습니다.',
  emptyHint: '댓글, 좋아요, 친구 소식이 생기면 여기에 알려 드립니다.',
  emptyHistory: '지난 알림이 없습니다.',
  readAll: '모두 읽음',
  showHistory: '지난 알림 보기',
  showUnread: '새 알림만 보기',
  dismiss: '알림 지우기',
  unread: '읽지 않음',
  loadFailed: '알림을 불러오지 못했습니다.',
} as const;

export const NOTIFICATION_KINDS = {
  comment: '댓글',
  like: '좋아요',
  friend: '친구',
  notice: '공지',
  other: '소식',
} as const;
