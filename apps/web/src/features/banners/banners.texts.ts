/** What banners say; quoted sentences are requirements. */
export const BANNER_TEXTS = {
  kind: '학생회 행사',
  events: '학생회 행사',
  welcome: '나루에 오신 것을 환영합니다',
  welcomeText: '소식과 질문, 책과 이야기가 이곳에서 만납니다.',
  eventsLoading: '행사 소식을 불러오는 중입니다.',
  eventsFailed: '행사 소식을 불러오지 못했습니다.',
  media: '영상',
  mediaEmpty: '등록된 영상이 없습니다.',
  mediaLoading: '영상을 불러오는 중입니다.',
  mediaFailed: '영상을 불러오지 못했습니다.',
  tryLater: '잠시 후 다시 시도해 주세요.',
  linkMissing: '영상 링크가 없습니다',
  linkWrong: '잘못된 유튜브 링크',
  privacy: '재생하면 유튜브에 연결됩니다.',
} as const;
