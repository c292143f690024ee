export const CHAT_TEXTS = {
  title: '메일',
  rooms: '채팅방',
  openFriends: '친구 목록 열기',
  roomsFailed: '채팅방을 불러오지 못했습니다.',
  noLastMessage: '아직 주고받은 메시지가 없습니다.',
  toRooms: '채팅방 목록으로',
  exitTitle: '채팅방에서 나갈까요?',
  exitBody:
    '지금까지의 대화가 내 목록에서 사라집니다. 상대방의 대화는 남아 있고, 새 메시지가 오면 채팅방이 다시 나타납니다.',
  exitConfirm: '나가기',
} as const;

/** For screen readers. */
export function unreadText(count: number): string {
  return `읽지 않은 메시지 ${count}개`;
}
