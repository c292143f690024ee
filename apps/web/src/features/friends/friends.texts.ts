import { DONE } from '@naru/contract/texts';

export const FRIEND_TEXTS = {
  title: '친구',
  tabs: { friends: '친구', requests: '받은 요청', search: '찾기' },
  removeAsk: '정말 이 친구를 삭제하시겠습니까?',
  removed: '친구를 삭제했습니다.',
  befriended: DONE.befriended,
  blockAsk: '이 회원을 차단하시겠습니까?',
  blockHint: '친구 관계가 끝나고, 서로 친구 요청과 메시지, 알림을 주고받을 수 없습니다.',
} as const;
