import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';

export const CHAT_TEXTS = {
  title: '메일',
  rooms: '채팅방',
  noRooms: '채팅방이 없습니다.',
  noRoomsHint: '친구 목록에서 메일을 보내면 채팅방이 열립니다.',
  openFriends: '친구 목록 열기',
  roomsFailed: '채팅방을 불러오지 못했습니다.',
  noLastMessage: '아직 주고받은 메시지가 없습니다.',
  pickRoom: '채팅방을 선택해 주세요.',
  pickRoomHint: '왼쪽에서 대화할 친구를 고르면 메시지가 여기에 나타납니다.',
  roomMissing: '채팅방을 찾을 수 없습니다.',
  roomMissingHint: '나간 채팅방이거나 없는 채팅방입니다.',
  toRooms: '채팅방 목록으로',
  log: '대화 내용',
  emptyLog: '첫 메시지를 보내 보세요.',
  logFailed: '메시지를 불러오지 못했습니다.',
  olderFailed: '이전 메시지를 불러오지 못했습니다.',
  loadingOlder: '이전 메시지를 불러오는 중입니다.',
  newMessage: '새 메시지',
  toNewest: '최근 메시지로 이동',
  me: '나',
  read: '읽음',
  sending: '보내는 중',
  failed: '전송 실패',
  resend: '다시 보내기',
  discard: '지우기',
  unsent: '보내지 못한 메시지입니다.',
  composer: '메시지 입력',
  placeholder: '메시지를 입력해 주세요.',
  send: '보내기',
  tooLong: `메시지는 ${LIMITS.chatMessageMax.toLocaleString('ko-KR')}자 이하로 입력해 주세요.`,
  keyHint: 'Enter로 보내고, Shift+Enter로 줄을 바꿉니다.',
  left: TEXTS.partnerLeft,
  strangers: TEXTS.friendsOnly,
  stillReadable: '지난 대화는 계속 볼 수 있습니다.',
  profile: '프로필 보기',
  exit: '채팅방 나가기',
  exitTitle: '채팅방에서 나갈까요?',
  exitBody:
    '지금까지의 대화가 내 목록에서 사라집니다. 상대방의 대화는 남아 있고, 새 메시지가 오면 채팅방이 다시 나타납니다.',
  exitConfirm: '나가기',
  exitFailed: '채팅방에서 나가지 못했습니다.',
} as const;

/** For screen readers. */
export function unreadText(count: number): string {
  return `읽지 않은 메시지 ${count}개`;
}
