export const INQUIRY_TEXTS = {
  title: '문의하기',
  lead: '궁금한 점이나 불편한 점을 알려 주세요. 답변이 등록되면 알림과 메일로 알려 드립니다.',
  sent: '문의가 접수되었습니다.',
  sendFailed: '문의 접수에 실패했습니다. 다시 시도해 주세요.',
  historyTitle: '내 문의 내역',
  historyEmpty: '문의 내역이 없습니다.',
  historyEmptyHint: '남긴 문의와 답변이 여기에 모입니다.',
  historyFailed: '문의 내역을 불러올 수 없습니다.',
  detailFailed: '문의를 불러올 수 없습니다.',
  notFound: '문의를 찾을 수 없습니다.',
  notFoundHint: '주소가 잘못되었거나 볼 수 없는 문의입니다.',
  waiting: '아직 답변을 준비하고 있습니다. 답변이 등록되면 알려 드립니다.',
  again: '이어서 문의하기',
  reportHint: '신고한 사람은 관리자만 볼 수 있고, 상대에게 알려지지 않습니다.',
  roleHint: '학과 구성원임을 확인할 수 있는 내용(학번, 소속, 직책 등)을 함께 적어 주세요.',
} as const;

export const STATE_NAMES = { PROCESSING: '처리 중', COMPLETED: '답변 완료' } as const;
