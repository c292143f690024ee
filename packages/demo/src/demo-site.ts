import type { SiteIdentity } from '@naru/contract/identity';
import type { SiteSettings } from '@naru/contract/settings';
import type { Tx } from '@naru/server/db/client';
import { settings } from '@naru/server/db/schema';
import { and, eq } from 'drizzle-orm';

const IDENTITY: SiteIdentity = {
  siteName: '나루',
  shortName: '',
  universityName: '한국해양대학교',
  departmentName: '인공지능공학부',
  officeName: '학부사무실',
  color: '',
  logoUrl: '',
};

const SETTINGS: Pick<SiteSettings, 'quickLinks' | 'footer' | 'footerLinks' | 'anonymousBoards'> = {
  quickLinks: [
    { label: '학교 홈페이지', url: 'https://www.kmou.ac.kr/' },
    { label: '학사정보시스템', url: 'https://portal.kmou.ac.kr/' },
    { label: '이러닝 LMS', url: 'https://lms.kmou.ac.kr/' },
    { label: '도서관', url: 'https://library.kmou.ac.kr/' },
  ],
  footer: {
    about: '나루는 인공지능공학부 구성원이 소식을 나누고 서로 돕는 학부 커뮤니티입니다.',
    contact: '인공지능공학부 학부사무실',
    email: 'naru@naru.localhost',
  },
  footerLinks: [{ label: '한국해양대학교', url: 'https://www.kmou.ac.kr/' }],
  anonymousBoards: ['QNA'],
};

/** E-mail domains of students in the demo, unless others are configured. */
const STUDENT_DOMAINS = ['g.kmou.ac.kr', 'kmou.ac.kr'];

/** The settings with the student domains of the demo where it is on and none are configured. */
export function withDemoDomains<T extends { DEMO: boolean; STUDENT_EMAIL_DOMAINS: string[] }>(
  env: T,
): T {
  if (!env.DEMO || env.STUDENT_EMAIL_DOMAINS.length > 0) return env;
  return { ...env, STUDENT_EMAIL_DOMAINS: STUDENT_DOMAINS };
}

const ROWS = Object.entries({ identity: IDENTITY, ...SETTINGS }).map(([key, value]) => ({
  key,
  value: JSON.stringify(value),
}));

/** Names the site after the school of the demo. */
export async function insertDemoSite(tx: Tx, updatedAt: Date): Promise<void> {
  const rows = ROWS.map((row) => ({ ...row, updatedAt }));
  await tx.insert(settings).values(rows).onConflictDoNothing();
}

/** Deletes the settings that nobody has changed. */
export async function removeDemoSite(tx: Tx): Promise<void> {
  for (const { key, value } of ROWS) {
    await tx.delete(settings).where(and(eq(settings.key, key), eq(settings.value, value)));
  }
}
