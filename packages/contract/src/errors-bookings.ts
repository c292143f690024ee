import { type CatalogueEntry, entry as e } from './error-entry.ts';

export const BOOKING_ERRORS = {
  BOOKING_NOT_FOUND: e(404, '예약을 찾을 수 없습니다. 예약 목록을 새로 고쳐 주세요.'),
  BOOKING_RESOURCE_NOT_FOUND: e(
    404,
    '예약할 수 없는 자원입니다. 예약 화면에서 다시 선택해 주세요.',
  ),
  BOOKING_CLOSURE_NOT_FOUND: e(404, '이미 다시 연 날입니다. 화면을 새로 고쳐 주세요.'),
  BOOKING_DENIED: e(403, '학생 인증을 받으면 예약할 수 있습니다.'),
  BOOKING_CLOSED: e(409, '예약할 수 없는 시간입니다. 다른 시간을 선택해 주세요.'),
  BOOKING_TAKEN: e(409, '그사이 다른 회원이 예약했습니다. 다른 시간을 고르거나 대기해 주세요.'),
  BOOKING_DOUBLE: e(409, '이 시간에 이미 예약하거나 신청했습니다. 내 예약에서 확인해 주세요.'),
  BOOKING_QUOTA: e(409, '예약 한도를 모두 썼습니다. 다른 예약을 취소한 뒤 다시 시도해 주세요.'),
  BOOKING_OWN: e(403, '내 예약 신청은 다른 운영진만 처리할 수 있습니다.'),
  BOOKING_CHANGED: e(409, '그사이 예약이 바뀌었습니다. 새로 고친 뒤 확인해 주세요.'),
  BOOKING_CHECK_IN_OVER: e(409, '체크인 시간이 지났습니다. 필요하면 다시 예약해 주세요.'),
  BOOKING_TOO_EARLY: e(409, '체크인은 시작 10분 전부터 할 수 있습니다.'),
  BOOKING_SPAN_FIXED: e(
    409,
    '예약이 있던 자원은 단위를 바꿀 수 없습니다. 새 자원으로 추가해 주세요.',
  ),
  BOOKING_DRAW_OPEN: e(
    409,
    '추첨이 있어 단위, 기간, 방법을 바꿀 수 없습니다. 기간이 끝난 뒤에 바꾸거나 새 자원으로 추가해 주세요.',
  ),
  BOOKING_UNIT_USED: e(409, '예약이 있던 자리는 삭제할 수 없습니다. ‘중지’로 바꿔 주세요.'),
  BOOKING_RESOURCE_USED: e(409, '예약이 있던 자원은 삭제할 수 없습니다. 대신 숨겨 주세요.'),
} as const satisfies Record<string, CatalogueEntry>;
