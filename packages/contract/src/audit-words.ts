import { ACADEMIC_KIND_NAMES } from './academic-kinds.ts';
import type { AuditTarget } from './audit.ts';
import { postBoardName } from './boards.ts';
import { ROLE_TITLES, ROLES } from './roles.ts';
import { uploadName } from './upload-names.ts';

/** Korean words of the audit log, for its screen and its file. */
export const AUDIT_TARGET_NAMES: Record<AuditTarget, string> = {
  member: '회원',
  post: '게시글',
  comment: '댓글',
  'course-review': '강의 평가',
  inquiry: '문의',
  'reply-template': '자주 쓰는 글',
  reveal: '작성자 확인',
  lecture: '강의',
  banner: '배너',
  menu: '식단',
  source: '수집',
  'academic-date': '학사일정',
  booking: '예약',
  setting: '설정',
  audit: '감사 기록',
  roster: '명부',
  'sign-up': '가입',
  'service-key': '서비스 키',
  integrity: '점검',
  email: '이메일',
  outgoing: '이메일과 알림 보내기',
  backup: '백업',
};

/** Who acts by a command on the server. */
export const COMMAND_NAME = '서버의 명령어';

const NAMES: Record<string, string> = {
  role: '권한',
  before: '이전',
  after: '이후',
  username: '학번(교번)',
  name: '이름',
  nickname: '닉네임',
  email: '이메일',
  fields: '고친 항목',
  page: '페이지',
  file: '파일',
  found: '검색한 회원',
  created: '새로 만든 수',
  changed: '바뀐 수',
  updated: '고친 수',
  terms: '학기',
  invited: '초대한 수',
  granted: '부여한 수',
  revoked: '회수한 수',
  leftOut: '제외한 수',
  missing: '파일에 없어 회수한 수',
  lastDay: '종료일',
  import: '가져오기 번호',
  waiting: '기다리는 수',
  drop: '기다리던 것을 삭제',
  emails: '이메일 수',
  pushes: '기기 알림 수',
  invitations: '초대 수',
  sources: '가져올 곳 수',
  until: '종료일',
  publishAt: '올릴 시각',
  dueOn: '확인 기한',
  again: '다시 확인 받기',
  days: '날짜',
  title: '제목',
  content: '설명',
  targetUrl: '주소',
  imageUrl: '사진',
  startsOn: '시작일',
  endsOn: '종료일',
  kind: '종류',
  note: '설명',
  captions: '자막 글자 수',
  year: '연도',
  semester: '학기',
  grade: '학년',
  credit: '학점',
  professorName: '교수 이름',
  room: '강의실',
  intro: '소개',
  themeColor: '테마 색상',
  membersOnly: '입장 코드를 아는 회원만',
  slots: '강의 시간',
  lectureId: '강의 번호',
  boardType: '게시판',
  commentId: '댓글 번호',
  postId: '게시글 번호',
  sourceId: '원문 번호',
  closed: '답변한 신고 수',
  setting: '항목',
  types: '종류',
  type: '종류',
  bannerType: '종류',
  by: '처리',
  targetType: '대상',
  targetId: '대상 번호',
  withheld: '작성자 알림',
  rows: '줄 수',
  action: '작업',
  actor: '처리한 사람',
  from: '시작일',
  to: '종료일',
  student: '학생식당',
  staff: '교직원식당',
  state: '운영',
  SET_MENU: '정식',
  WESTERN: '양식',
  SNACK: '분식',
  RAMEN: '라면',
  BREAKFAST: '조식',
  LUNCH: '중식',
  DINNER: '석식',
  url: '주소',
  intervalMinutes: '간격(분)',
  charset: '글자 방식',
  hosts: '함께 읽는 서버',
  cafeteria: '식당',
  list: '목록',
  about: '소개',
  contact: '연락처',
  resource: '자원',
  startsAt: '시작',
  seed: '추첨 난수',
  cancelled: '취소한 예약 수',
};

const BANNER_NAMES: Record<string, string> = { NORMAL: '행사 배너', MEDIA: '영상 배너' };
const STATE_NAMES: Record<string, string> = {
  ...ACADEMIC_KIND_NAMES,
  OPEN: '운영',
  CLOSED: '휴무',
  NOT_POSTED: '미등록',
  open: '열림',
  locked: '잠김',
  'command line': COMMAND_NAME,
  true: '예',
  false: '아니요',
};
const SETTING_NAMES: Record<string, string> = {
  directMessage: '프로필에서 메시지 보내기',
  studyRoomMenu: '스터디룸 메뉴',
  quickLinks: '바로 가기',
  footer: '아래쪽 안내',
  footerLinks: '아래쪽 링크',
  petitions: '청원',
  blindAfter: '가리는 데 필요한 신고한 회원 수',
  anonymousBoards: '익명 글을 쓸 수 있는 게시판',
  staffSecondFactor: '조교 이상에게 2단계 인증 요구',
  linkTitles: '링크 미리 보기에 공지 제목 보이기',
  heads: '말머리',
  siteName: '사이트 이름',
  shortName: '짧은 이름',
  universityName: '대학교',
  departmentName: '학과',
  officeName: '담당 부서',
  color: '대표 색',
  logoUrl: '로고',
  terms: '이용약관',
  privacy: '개인정보 처리방침',
};

export function auditName(name: string): string {
  return NAMES[name] ?? name;
}

/** The value of a detail; role and banner types may be lists. */
export function auditValue(name: string, value: string): string {
  if (name === 'boardType') return postBoardName(value);
  if (name === 'found') return `${value.split(', ').length}명 (${value})`;
  if (name === 'fields') return value.split(', ').map(auditName).join(', ');
  if (name === 'withheld') return '알리지 않음';
  if (name === 'setting') return SETTING_NAMES[value] ?? value;
  // Words of banners saved before their details were stored: `NORMAL 제목 https://...`.
  const words = value.replaceAll(
    /(^|, )(NORMAL|MEDIA)(?=,|\s|$)/g,
    (_, start, type) => `${start}${BANNER_NAMES[type] ?? type}`,
  );
  return STATE_NAMES[words] ?? boardNames(words) ?? uploadName(words) ?? translateRoles(words);
}

/** The names of boards in a setting; null for other text. */
function boardNames(value: string): string | null {
  if (!/^\[("[A-Z_]+"(,"[A-Z_]+")*)?\]$/.test(value)) return null;
  const types: readonly string[] = JSON.parse(value);
  return types.length === 0 ? '없음' : types.map(postBoardName).join(', ');
}

/** The place of a change, such as `행사 배너 ‘학술제’ 설명` or `2026-12-07 학생식당 정식`. */
export function auditPlace(path: readonly string[]): string {
  return path
    .map((part) => {
      const [type = '', title] = part.split('\n');
      const kind = BANNER_NAMES[type] ?? NAMES[type] ?? type;
      return title === undefined ? kind : `${kind} ‘${title}’`.trim();
    })
    .join(' ');
}

export function translateRoles(value: string): string {
  const roles = value.split(', ').map((word) => ROLES.find((known) => known === word));
  return roles.every((role) => role !== undefined)
    ? roles.map((role) => ROLE_TITLES[role]).join(', ')
    : value;
}
