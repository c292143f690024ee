import { hasRole, ROLE_TITLES, type Role } from '@naru/contract/roles';
import type { WorkKind } from '@naru/contract/work';
import {
  Activity,
  ArchiveRestore,
  BellRing,
  BookUser,
  CalendarClock,
  CalendarRange,
  ChartLine,
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

export const ADMIN_PANEL_NAMES = [
  'WORK',
  'STATUS',
  'ROLES',
  'ROSTER',
  'SIGN_UPS',
  'EMAILS',
  'POSTS',
  'SCHEDULED',
  'INQUIRY',
  'BANNER',
  'MENU',
  'CALENDAR',
  'SOURCES',
  'LECTURES',
  'REPORTS',
  'REMOVED',
  'REVEAL',
  'SITE_STATUS',
  'SETTINGS',
  'SERVICE_KEYS',
  'SYSTEM',
  'INTEGRITY',
  'AUDIT',
] as const;
export type AdminPanelName = (typeof ADMIN_PANEL_NAMES)[number];

type Entry = { label: string; icon: LucideIcon; role: Role };

export const ADMIN_ENTRIES: Record<AdminPanelName, Entry> = {
  WORK: { label: '할 일', icon: ListTodo, role: 'MANAGER' },
  STATUS: { label: '통계', icon: ChartLine, role: 'STUDENT_COUNCIL' },
  ROLES: { label: '회원 권한', icon: UsersRound, role: 'ADMIN' },
  ROSTER: { label: '명부와 초대', icon: BookUser, role: 'ADMIN' },
  SIGN_UPS: { label: '가입 확인', icon: UserRoundSearch, role: 'ADMIN' },
  EMAILS: { label: '이메일 기록', icon: Mails, role: 'ADMIN' },
  POSTS: { label: '오늘의 글', icon: FileText, role: 'STUDENT_COUNCIL' },
  SCHEDULED: { label: '예약 공지', icon: CalendarClock, role: 'STUDENT_COUNCIL' },
  INQUIRY: { label: '문의', icon: MailQuestion, role: 'ADMIN' },
  BANNER: { label: '배너', icon: Images, role: 'STUDENT_COUNCIL' },
  MENU: { label: '식단', icon: UtensilsCrossed, role: 'MANAGER' },
  CALENDAR: { label: '학사일정', icon: CalendarRange, role: 'MANAGER' },
  SOURCES: { label: '수집', icon: Rss, role: 'MANAGER' },
  LECTURES: { label: '강의', icon: Library, role: 'MANAGER' },
  REPORTS: { label: '신고', icon: BellRing, role: 'MANAGER' },
  REMOVED: { label: '삭제된 글', icon: ArchiveRestore, role: 'MANAGER' },
  REVEAL: { label: '작성자 확인', icon: ScanEye, role: 'ADMIN' },
  SITE_STATUS: { label: '사이트 알림', icon: Megaphone, role: 'ADMIN' },
  SETTINGS: { label: '설정', icon: Settings, role: 'ADMIN' },
  SERVICE_KEYS: { label: '서비스 키', icon: KeyRound, role: 'ADMIN' },
  SYSTEM: { label: '서버 상태', icon: Activity, role: 'ADMIN' },
  INTEGRITY: { label: '점검', icon: ShieldCheck, role: 'ADMIN' },
  AUDIT: { label: '감사 기록', icon: History, role: 'ADMIN' },
};

/** The guide (`docs/guide`) of the highest role in the console. */
export function guideOf(roles: readonly Role[]): 'admin' | 'staff' | 'council' {
  if (hasRole(roles, 'ADMIN')) return 'admin';
  return hasRole(roles, 'MANAGER') ? 'staff' : 'council';
}

/** What waits in the panels that have work; the first one shows all of it. */
export const PANEL_WORK: Partial<Record<AdminPanelName, readonly WorkKind[]>> = {
  WORK: ['REPORTS', 'INQUIRIES', 'ROLE_REQUESTS', 'REVEALS', 'SIGN_UPS'],
  INQUIRY: ['INQUIRIES', 'ROLE_REQUESTS'],
  REPORTS: ['REPORTS'],
  REVEAL: ['REVEALS'],
  SIGN_UPS: ['SIGN_UPS'],
};

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
