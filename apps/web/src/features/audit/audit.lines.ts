import { AUDIT_TARGETS, type AuditEntry, type AuditTarget } from '@naru/contract/admin';
import { postBoardName } from '@naru/contract/boards';
import { withParticles } from '@naru/contract/particles';
import { ROLE_TITLES, ROLES } from '@naru/contract/roles';
import { formatListDate } from '../../lib/format/dates.ts';

type Line = Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'targetLabel' | 'detail'>;

/** The rest of a sentence that starts with the actor (`관리자 님이`), by action. */
const SENTENCES: Record<string, (line: Line) => string> = {
  'role.grant': (line) => `${memberName(line)}에게 ${roleOf(line)} 권한을 부여했습니다.`,
  'role.revoke': (line) => `${memberName(line)}의 ${roleOf(line)} 권한을 회수했습니다.`,
  'member.search': () => '회원을 검색했습니다.',
  'member.read-email': (line) => `${memberName(line)}의 이메일을 열람했습니다.`,
  'member.suspend': (line) => `${memberName(line)}의 이용을 정지했습니다.`,
  'member.lift': (line) => `${memberName(line)}의 이용 정지를 해제했습니다.`,
  'member.withdraw': () => '탈퇴했습니다.',
  'inquiry.read': (line) => `${targetName(line)} 내용을 열람했습니다.`,
  'inquiry.complete': (line) => `${targetName(line)} 건에 답변하고 완료했습니다.`,
  'inquiry.follow-up': (line) => `${targetName(line)} 건에 추가 답변을 남겼습니다.`,
  'post.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'post.accept': (line) =>
    detailValue(line, 'commentId') === 'null'
      ? `${targetName(line)}의 채택을 취소했습니다.`
      : `${targetName(line)}의 답변을 채택했습니다.`,
  'post.paste': (line) => `홈페이지의 공지를 ${targetName(line)}으로(로) 옮겼습니다.`,
  'post.pin': (line) => `${targetName(line)}을(를) 목록 맨 위에 고정했습니다.`,
  'post.unpin': (line) => `${targetName(line)}의 고정을 해제했습니다.`,
  'answer.delete': (line) => `${targetName(line)}의 교수 답변을 삭제했습니다.`,
  'post.read-removed': (line) => `삭제된 ${targetName(line)}을(를) 열람했습니다.`,
  'post.restore': (line) => `삭제된 ${targetName(line)}을(를) 복구했습니다.`,
  'comment.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'comment.read-removed': (line) => `삭제된 ${targetName(line)}을(를) 열람했습니다.`,
  'comment.restore': (line) => `삭제된 ${targetName(line)}을(를) 복구했습니다.`,
  'reveal.request': (line) => `${revealTarget(line)}의 작성자 확인을 요청했습니다.`,
  'reveal.approve': (line) => `${revealTarget(line)}의 작성자 확인을 승인했습니다.`,
  'reveal.reject': (line) => `${revealTarget(line)}의 작성자 확인을 거절했습니다.`,
  'reveal.open': (line) => `${revealTarget(line)}의 작성자를 열람했습니다.`,
  'lecture.update': (line) => `${targetName(line)}을(를) 수정했습니다.`,
  'lecture.delete': (line) => `${targetName(line)}을(를) 삭제했습니다.`,
  'banner.replace': () => '배너를 저장했습니다.',
  'banner.delete': () => '배너를 삭제했습니다.',
  'menu.save': () => '식단을 저장했습니다.',
  'menu.import': () => '파일에서 식단을 가져왔습니다.',
  'menu.delete': () => '식단을 삭제했습니다.',
  'setting.update': () => '설정을 변경했습니다.',
};

/** The sentence after the actor's name; for an action that this version does not know, its name. */
export function sentenceOf(line: Line): string {
  const sentence = SENTENCES[line.action]?.(line);
  return sentence ? withParticles(sentence) : `${line.action} (${targetName(line)})`;
}

/** Details that the sentence does not already contain, with Korean names and values. */
export function detailsOf(line: Line): { name: string; value: string }[] {
  return (
    line.detail
      .filter(({ name, value }) => value !== '' && value !== 'null' && !isOmitted(line, name))
      // The results of a search come after its filters.
      .sort((a, b) => Number(a.name === 'found') - Number(b.name === 'found'))
      .map(({ name, value }) => ({
        name: DETAIL_NAMES[name] ?? name,
        value: formatValue(name, value),
      }))
  );
}

/** True for a detail that the sentence contains, and for the page number of a search. */
function isOmitted({ action }: Line, name: string): boolean {
  if (name === 'role') return action.startsWith('role.');
  if (name === 'targetType' || name === 'targetId') return action.startsWith('reveal.');
  return name === 'page' && action === 'member.search';
}

function memberName({ targetLabel, targetId }: Line): string {
  return targetLabel === '' ? `회원 ${targetId}번` : `${targetLabel} 님`;
}

/** For example `문의 ‘제목’` or `게시글 12번`. */
function targetName({ targetType, targetId, targetLabel }: Line): string {
  const kind = kindOf(targetType);
  return targetLabel === '' ? `${kind} ${targetId}번` : `${kind} ‘${targetLabel}’`;
}

/** The Korean name of a target type, which details of reveals spell in upper case. */
function kindOf(targetType: string): string {
  const known = AUDIT_TARGETS.find((type) => type === targetType.toLowerCase());
  return known ? TARGET_NAMES[known] : targetType;
}

/** The post or comment whose author is revealed; the number of the request when it is unknown. */
function revealTarget(line: Line): string {
  const id = detailValue(line, 'targetId');
  return id === ''
    ? `요청 ${line.targetId}번`
    : `${kindOf(detailValue(line, 'targetType'))} ${id}번`;
}

function roleOf(line: Line): string {
  return translateRoles(detailValue(line, 'role'));
}

function detailValue({ detail }: Line, name: string): string {
  return detail.find((entry) => entry.name === name)?.value ?? '';
}

function formatValue(name: string, value: string): string {
  if (name === 'boardType') return postBoardName(value);
  if (name === 'found') return `${value.split(', ').length}명 (${value})`;
  if (name === 'withheld') return '알리지 않음';
  if (name === 'setting') return SETTING_NAMES[value] ?? value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatListDate(value);
  return translateRoles(value);
}

function translateRoles(value: string): string {
  const roles = value.split(', ').map((word) => ROLES.find((known) => known === word));
  return roles.every((role) => role !== undefined)
    ? roles.map((role) => ROLE_TITLES[role]).join(', ')
    : value;
}

export const TARGET_NAMES: Record<AuditTarget, string> = {
  member: '회원',
  post: '게시글',
  comment: '댓글',
  inquiry: '문의',
  reveal: '작성자 확인',
  lecture: '강의',
  banner: '배너',
  menu: '식단',
  setting: '설정',
};

const DETAIL_NAMES: Record<string, string> = {
  role: '권한',
  before: '이전',
  after: '이후',
  username: '아이디',
  name: '이름',
  nickname: '닉네임',
  page: '페이지',
  found: '찾은 회원',
  until: '종료일',
  days: '날짜',
  title: '제목',
  targetUrl: '원문 주소',
  lectureId: '강의 번호',
  boardType: '게시판',
  commentId: '댓글 번호',
  setting: '항목',
  types: '종류',
  type: '종류',
  by: '처리',
  targetType: '대상',
  targetId: '대상 번호',
  withheld: '작성자 알림',
};

const SETTING_NAMES: Record<string, string> = {
  directMessage: '쪽지',
  studyRoomMenu: '강의실 메뉴',
  quickLinks: '바로가기',
  footer: '바닥글',
  siteName: '사이트 이름',
  universityName: '대학교',
  departmentName: '학과',
  officeName: '담당 부서',
  color: '대표 색',
  logoUrl: '로고',
  terms: '이용약관',
  privacy: '개인정보 처리방침',
};
