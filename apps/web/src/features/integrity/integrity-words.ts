import type { CheckState, IntegrityCheck } from '@naru/contract/integrity-checks';
import type { BadgeTone } from '../../ui/badge.tsx';

export const STATES: Record<CheckState, { label: string; tone: BadgeTone }> = {
  WELL: { label: '정상', tone: 'tide' },
  FAULTY: { label: '어긋남', tone: 'buoy' },
  FAILED: { label: '확인 못 함', tone: 'gold' },
};

const COUNTED = '보이는 수가 실제와 다릅니다. 다시 세면 바로잡힙니다.';
const STORED = '서버 운영자에게 알려 주세요. 백업에서 되찾을 수 있는지 확인해야 합니다.';

/** What a fault means, and who can do something about it. */
export const FAULTS: Record<IntegrityCheck, string> = {
  POST_COUNTS: COUNTED,
  COMMENT_COUNTS: COUNTED,
  BOARD_COUNTS: COUNTED,
  LECTURE_COUNTS: COUNTED,
  POLL_COUNTS: COUNTED,
  CHAT_COUNTS: COUNTED,
  POST_PARTS: `투표, 필독, 블라인드, 검색, 채택한 답변이나 사진이 글과 맞지 않습니다. ${STORED}`,
  COMMENT_PARTS: `답글의 원래 댓글, 블라인드나 사진이 댓글과 맞지 않습니다. ${STORED}`,
  OTHER_PARTS: `프로필 사진, 배너, 친구, 채팅방이나 시간표가 서로 맞지 않습니다. ${STORED}`,
  PAGE_RANKS: '목록의 쪽수가 실제와 다릅니다. 서버 운영자에게 알려 주세요.',
  FILE_ROWS: `사진이나 파일이 저장소에 없어 열리지 않습니다. ${STORED}`,
  FILE_OBJECTS:
    '하루가 지나도록 아무 기록에도 없는 파일이 자리를 차지합니다. 서버 운영자에게 알려 주세요.',
  AUDIT: '감사 기록이 데이터베이스에서 바뀌었습니다. 바로 서버 운영자에게 알려 주세요.',
  KEYS: `키가 없거나, 쓰이지 않거나, 이 서버의 비밀값으로 열리지 않습니다. ${STORED}`,
  CRYPT: `이 서버의 키로 열리지 않는 데이터가 있습니다. ${STORED}`,
};
