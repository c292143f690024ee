import { LIMITS } from '@naru/contract/limits';

export const EDITOR_TEXTS = {
  NORMAL: {
    name: '행사 배너',
    hint: '홈의 맨 위에서 차례로 넘어갑니다.',
    empty: '행사 배너가 없습니다.',
    emptyHint: '배너가 없으면 환영 문구가 보입니다.',
    full: `행사 배너는 ${LIMITS.bannersNormal}개까지 등록할 수 있습니다.`,
    help: [
      '홈 맨 위에 큰 카드로 보이고 6초마다 다음 배너로 넘어갑니다.',
      `${LIMITS.bannersNormal}개까지 등록할 수 있고, 번호 순서대로 보입니다.`,
      '제목은 꼭 필요합니다. 설명에는 날짜와 장소를 한 줄로 적으면 좋습니다.',
      '링크를 적으면 배너를 눌렀을 때 새 탭에서 열립니다. http:// 또는 https://로 시작해야 합니다.',
    ],
  },
  MEDIA: {
    name: '영상 배너',
    hint: '홈에서 하나씩 골라 재생합니다.',
    empty: '영상 배너가 없습니다.',
    emptyHint: '배너가 없으면 등록된 영상이 없다고 보입니다.',
    full: `영상 배너는 ${LIMITS.bannersMedia}개까지 등록할 수 있습니다.`,
    help: [
      '유튜브 영상의 주소를 붙여 넣으면 홈에서 재생할 수 있습니다.',
      `${LIMITS.bannersMedia}개까지 등록할 수 있습니다.`,
      '영상 페이지의 주소, 공유 주소(youtu.be), 쇼츠와 라이브 주소를 모두 쓸 수 있습니다. 영상 아이디 11자를 찾지 못하면 저장되지 않습니다.',
      '보는 사람이 재생을 누르기 전에는 유튜브에 연결하지 않습니다.',
    ],
  },
} as const;
