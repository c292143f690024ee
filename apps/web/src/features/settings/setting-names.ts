/** The pages of the settings, each with one save; in the address as `category`. */
export const SETTINGS_PAGES = [
  { value: 'site', label: '사이트', words: '이름 로고 색 모양 브랜드' },
  { value: 'home', label: '홈', words: '바로 가기 아래쪽 안내 푸터' },
  { value: 'boards', label: '게시판', words: '말머리 익명 신고 청원' },
  { value: 'access', label: '이용과 보안', words: '잠긴 메뉴 2단계 인증 링크 미리 보기' },
  { value: 'documents', label: '약관과 방침', words: '이용약관 개인정보 처리방침 시행일' },
] as const;
export type SettingsPageName = (typeof SETTINGS_PAGES)[number]['value'];

type Setting = {
  page: SettingsPageName;
  label: string;
  /** Further words by which the search finds it. */
  words: string;
};

/**
 * Each setting by the name of its field, which the address has as its hash. The field is the control of
 * that name, or the first one inside of what has it as `data-setting`.
 */
export const SETTINGS = {
  siteName: { page: 'site', label: '사이트 이름', words: '제목 브랜드' },
  shortName: { page: 'site', label: '짧은 이름', words: '홈 화면 앱 이름 휴대전화' },
  universityName: { page: 'site', label: '대학교', words: '학교 이름' },
  departmentName: { page: 'site', label: '학과 또는 학부', words: '전공 이름' },
  officeName: { page: 'site', label: '담당 부서', words: '학과사무실 행정실' },
  color: { page: 'site', label: '대표 색', words: '컬러 테마 색상' },
  logoUrl: { page: 'site', label: '로고', words: '사진 아이콘 상징' },
  quickLinks: { page: 'home', label: '바로 가기', words: '링크 사이트 홈' },
  footer: { page: 'home', label: '아래쪽 안내', words: '소개 연락처 이메일 푸터 하단' },
  footerLinks: { page: 'home', label: '아래쪽 링크', words: '홈페이지 SNS 푸터 하단' },
  heads: { page: 'boards', label: '말머리', words: '글머리 분류 태그 카테고리' },
  anonymousBoards: {
    page: 'boards',
    label: '익명 글을 쓸 수 있는 게시판',
    words: '익명으로 쓰기 비밀 이름 숨기기',
  },
  blindAfter: {
    page: 'boards',
    label: '가리는 데 필요한 신고한 회원 수',
    words: '신고가 많은 글 가리기 블라인드 자동',
  },
  petitions: {
    page: 'boards',
    label: '청원',
    words: '서명 목표 기간 답변 기한 받는 곳',
  },
  studyRoomMenu: { page: 'access', label: '스터디룸 메뉴', words: '잠금 열림 시간표 강의' },
  directMessage: {
    page: 'access',
    label: '프로필에서 메시지 보내기',
    words: '잠금 열림 채팅 친구',
  },
  staffSecondFactor: {
    page: 'access',
    label: '조교 이상에게 2단계 인증 요구',
    words: '보안 로그인 OTP 패스키 MFA',
  },
  linkTitles: {
    page: 'access',
    label: '링크 미리 보기에 공지 제목 보이기',
    words: '카카오톡 공유 카드 썸네일 OG',
  },
  terms: { page: 'documents', label: '이용약관', words: '약관 개정 동의 시행일' },
  privacy: {
    page: 'documents',
    label: '개인정보 처리방침',
    words: '방침 개정 보호책임자 위탁 시행일',
  },
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof SETTINGS;
