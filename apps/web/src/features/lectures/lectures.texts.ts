import { DONE } from '@naru/contract/texts';
/** What the study room says where the server sends no sentence. */
export const LECTURE_TEXTS = {
  added: DONE.lectureMarked,
  addFailed: '시간표에 추가하지 못했습니다. 다시 시도해 주세요.',
  removed: '시간표에서 뺐습니다.',
  removeFailed: '시간표에서 빼지 못했습니다. 다시 시도해 주세요.',
  marksFailed: '시간표를 불러오지 못했습니다.',
  listFailed: '강의실을 불러오지 못했습니다.',
  created: DONE.lectureCreated,
  createFailed: '강의 생성 실패',
  updated: '강의 정보를 수정했습니다.',
  updateFailed: '강의 수정 실패',
  deleted: DONE.lectureRemoved,
  deleteFailed: '강의를 삭제하지 못했습니다. 다시 시도해 주세요.',
  pictureFailed: '그림을 만들지 못했습니다. 다시 시도해 주세요.',
  calendarFailed: '캘린더 파일을 받지 못했습니다. 다시 시도해 주세요.',
  empty: '아직 추가한 강의가 없습니다.',
  noOwnRooms: '이 학기에 맡은 강의실이 없습니다.',
  emptyHint: '강의실을 둘러보고 한 주를 채워 보세요.',
} as const;
