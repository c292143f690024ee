export const EDITOR_TEXTS = {
  student: '학생식당',
  staff: '교직원식당',
  OPEN: '운영',
  CLOSED: '휴무',
  NOT_POSTED: '미등록',
  copyTitle: '지난주 식단을 가져올까요?',
  copyBody:
    '이 주에 적힌 두 식당의 식단이 지난주 것으로 바뀝니다. 저장하기 전에는 반영되지 않습니다.',
  copyConfirm: '가져오기',
  tryLater: '잠시 후 다시 시도해 주세요.',
} as const;

export const IMPORT_TEXTS = {
  choose: '파일 고르기',
  unreadable: '파일을 읽을 수 없습니다. CSV 파일인지 확인해 주세요.',
  tryLater: '잠시 후 다시 시도해 주세요.',
} as const;
