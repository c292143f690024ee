import { hasRole, ROLE_TITLES, type Role } from '@naru/contract/roles';
import type { WorkKind } from '@naru/contract/work';
import {
  Activity,
  ArchiveRestore,
  BellRing,
  BookUser,
  CalendarCheck,
  CalendarClock,
  CalendarRange,
  ChartLine,
  DatabaseBackup,
  FileText,
  History,
  Images,
  KeyRound,
  Library,
  ListTodo,
  type LucideIcon,
  MailQuestion,
  Mails,
  Megaphone,
  Rss,
  ScanEye,
  Settings,
  ShieldCheck,
  UserRoundSearch,
  UsersRound,
  UtensilsCrossed,
} from 'lucide-react';

/** The menu of the console, in its order. */
export const PANEL_GROUPS = [
  { name: '오늘', panels: ['WORK', 'STATUS', 'POSTS'] },
  { name: '사람', panels: ['ROLES', 'ROSTER', 'SIGN_UPS'] },
  { name: '글과 신고', panels: ['REPORTS', 'INQUIRY', 'REMOVED', 'REVEAL'] },
  {
    name: '콘텐츠',
    panels: ['BANNER', 'SCHEDULED', 'MENU', 'CALENDAR', 'BOOKINGS', 'LECTURES', 'SOURCES'],
  },
  { name: '사이트', panels: ['SETTINGS', 'SITE_STATUS', 'SERVICE_KEYS', 'EMAILS'] },
  { name: '서버', panels: ['SYSTEM', 'BACKUPS', 'INTEGRITY', 'AUDIT'] },
] as const;
export type PanelGroup = (typeof PANEL_GROUPS)[number]['name'];
export type AdminPanelName = (typeof PANEL_GROUPS)[number]['panels'][number];

const ADMIN_PANEL_NAMES: readonly AdminPanelName[] = PANEL_GROUPS.flatMap(
  ({ panels }): readonly AdminPanelName[] => panels,
);

type Entry = {
  label: string;
  icon: LucideIcon;
  role: Role;
  /** Further words by which the search finds the panel. */
  words?: string;
};

export const ADMIN_ENTRIES: Record<AdminPanelName, Entry> = {
  WORK: { label: '할 일', icon: ListTodo, role: 'MANAGER', words: '대기 처리 첫 단계' },
  STATUS: {
    label: '통계',
    icon: ChartLine,
    role: 'STUDENT_COUNCIL',
    words: '방문자 현황 그래프',
  },
  POSTS: { label: '오늘의 글', icon: FileText, role: 'STUDENT_COUNCIL', words: '댓글 게시글' },
  ROLES: {
    label: '회원 권한',
    icon: UsersRound,
    role: 'ADMIN',
    words: '사용자 역할 정지 이용 제한 이메일 고치기 수정',
  },
  ROSTER: { label: '명부와 초대', icon: BookUser, role: 'ADMIN', words: '학생 명단 CSV 진급' },
  SIGN_UPS: { label: '가입 확인', icon: UserRoundSearch, role: 'ADMIN', words: '승인 신청' },
  REPORTS: { label: '신고', icon: BellRing, role: 'MANAGER', words: '가린 글 처리' },
  INQUIRY: { label: '문의', icon: MailQuestion, role: 'ADMIN', words: '권한 요청 답변 이의' },
  REMOVED: { label: '삭제된 글', icon: ArchiveRestore, role: 'MANAGER', words: '복구 되돌리기' },
  REVEAL: { label: '작성자 확인', icon: ScanEye, role: 'ADMIN', words: '익명 작성자' },
  BANNER: { label: '배너', icon: Images, role: 'STUDENT_COUNCIL', words: '행사 영상 홍보' },
  SCHEDULED: {
    label: '예약 공지',
    icon: CalendarClock,
    role: 'STUDENT_COUNCIL',
    words: '공지사항 예정',
  },
  MENU: { label: '식단', icon: UtensilsCrossed, role: 'MANAGER', words: '학식 메뉴 식당' },
  CALENDAR: { label: '학사일정', icon: CalendarRange, role: 'MANAGER', words: '달력 개강 방학' },
  BOOKINGS: {
    label: '예약',
    icon: CalendarCheck,
    role: 'MANAGER',
    words: '세미나실 사물함 기자재 승인 추첨',
  },
  LECTURES: { label: '강의', icon: Library, role: 'MANAGER', words: '강의실 시간표 CSV' },
  SOURCES: { label: '수집', icon: Rss, role: 'MANAGER', words: '학교 공지 가져오기 RSS' },
  SETTINGS: { label: '설정', icon: Settings, role: 'ADMIN', words: '환경설정' },
  SITE_STATUS: {
    label: '사이트 알림',
    icon: Megaphone,
    role: 'ADMIN',
    words: '점검 읽기 전용 알림줄 긴급',
  },
  SERVICE_KEYS: { label: '서비스 키', icon: KeyRound, role: 'ADMIN', words: 'API 프로그램 연동' },
  EMAILS: { label: '이메일 기록', icon: Mails, role: 'ADMIN', words: '보낸 편지 발송 배달' },
  SYSTEM: { label: '서버 상태', icon: Activity, role: 'ADMIN', words: '디스크 버전' },
  BACKUPS: { label: '백업', icon: DatabaseBackup, role: 'ADMIN', words: '복원 내려받기' },
  INTEGRITY: { label: '점검', icon: ShieldCheck, role: 'ADMIN', words: '무결성 개수 세기' },
  AUDIT: { label: '감사 기록', icon: History, role: 'ADMIN', words: '로그 이력' },
};

/** The guide (`docs/guide`) of the highest role in the console. */
export function guideOf(roles: readonly Role[]): 'admin' | 'staff' | 'council' {
  if (hasRole(roles, 'ADMIN')) return 'admin';
  return hasRole(roles, 'MANAGER') ? 'staff' : 'council';
}

/** What waits in the panels that have work; the first one shows all of it. */
export const PANEL_WORK: Partial<Record<AdminPanelName, readonly WorkKind[]>> = {
  WORK: ['REPORTS', 'INQUIRIES', 'ROLE_REQUESTS', 'REVEALS', 'SIGN_UPS', 'PETITIONS', 'BOOKINGS'],
  INQUIRY: ['INQUIRIES', 'ROLE_REQUESTS'],
  REPORTS: ['REPORTS'],
  REVEAL: ['REVEALS'],
  SIGN_UPS: ['SIGN_UPS'],
  BOOKINGS: ['BOOKINGS'],
};

/** The groups with the panels that the roles may open; a group without any is left out. */
export function groupsFor(roles: readonly Role[]) {
  return PANEL_GROUPS.map(({ name, panels }) => ({
    name,
    panels: panels.filter((menu) => mayOpen(menu, roles)) as AdminPanelName[],
  })).filter(({ panels }) => panels.length > 0);
}

/**
 * The panel of `?menu=`, null for an unknown one. By default what waits, for those who have such work,
 * else the statistics.
 */
export function findAdminPanel(
  value: string | undefined,
  roles: readonly Role[],
): AdminPanelName | null {
  if (value === undefined) return mayOpen('WORK', roles) ? 'WORK' : 'STATUS';
  return ADMIN_PANEL_NAMES.find((menu) => menu === value) ?? null;
}

export function mayOpen(menu: AdminPanelName, roles: readonly Role[]): boolean {
  return hasRole(roles, ADMIN_ENTRIES[menu].role);
}

/** `관리자만 사용할 수 있습니다.` or `조교 이상만 ...`. */
export function deniedText(menu: AdminPanelName): string {
  const { role } = ADMIN_ENTRIES[menu];
  return `${ROLE_TITLES[role]}${role === 'ADMIN' ? '만' : ' 이상만'} 사용할 수 있습니다.`;
}
