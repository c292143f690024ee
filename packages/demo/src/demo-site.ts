import { randomBytes } from 'node:crypto';
import type { SiteIdentity } from '@naru/contract/identity';
import type { SiteSettings } from '@naru/contract/settings';
import type { Tx } from '@naru/server/db/client';
import { serviceKeys, settings } from '@naru/server/db/schema';
import { and, eq, inArray } from 'drizzle-orm';
import { wakingTimeBefore } from './demo-calendar.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';

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

const MADE_MINUTES_AGO = 20_160;
const USED_MINUTES_AGO = 90;
const HASH_BYTES = 32;

/** Inserts a key that the console lists. Its hash is random: no text is the key. */
export async function insertDemoServiceKeys(tx: Tx, world: DemoWorld): Promise<void> {
  await tx.insert(serviceKeys).values({
    name: '학과 홈페이지 연동',
    prefix: 'naru_demo00',
    keyHash: randomBytes(HASH_BYTES),
    createdBy: personNamed(world, '나루지기').id,
    createdAt: wakingTimeBefore(world.now, MADE_MINUTES_AGO),
    lastUsedAt: wakingTimeBefore(world.now, USED_MINUTES_AGO),
    uses: 37,
  });
}

/** Deletes the keys that they made: whoever knew their public password has them. */
export async function removeDemoServiceKeys(tx: Tx, memberIds: number[]): Promise<void> {
  await tx.delete(serviceKeys).where(inArray(serviceKeys.createdBy, memberIds));
  await tx
    .update(serviceKeys)
    .set({ revokedBy: null })
    .where(inArray(serviceKeys.revokedBy, memberIds));
}
