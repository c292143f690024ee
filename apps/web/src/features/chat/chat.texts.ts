export const CHAT_TEXTS = {
  rooms: '채팅방',
  openFriends: '친구 목록 열기',
  roomsFailed: '채팅방을 불러오지 못했습니다.',
  noLastMessage: '아직 주고받은 메시지가 없습니다.',
  toRooms: '채팅방 목록으로',
} as const;
