import { guessStudyYear, statedAcademicYear } from '@naru/contract/study-years';
import { endFeeds } from '../../domain/access/members.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay, toKst } from '../../platform/clock.ts';
import { createExport } from './account.export.ts';
import { type AccountDeps, createRemoval } from './account.removal.ts';
import { findStudyYear, updateProfile } from './account.repo.ts';
import { createUnusedAccounts } from './account.unused.ts';

/** Ordered: most browsers also name the ones they derive from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/Instagram/i, '인스타그램'],
  [/Everytime/i, '에브리타임'],
  [/Whale\//, '웨일'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string, boolean][] = [
  [/iPhone|iPod/, 'iPhone', true],
  [/iPad/, 'iPad', true],
  [/Android.*Mobile/, 'Android 휴대전화', true],
  [/Android/, 'Android 태블릿', true],
  [/Windows/, 'Windows PC', false],
  [/CrOS/, 'Chromebook', false],
  [/Macintosh|Mac OS X/, 'Mac', false],
  [/Linux|X11/, 'Linux PC', false],
];

const UNKNOWN = '알 수 없는 기기';

/** Describes a device by its user agent, which may hold anything: `Mac · Safari`. */
export function describeDevice(userAgent: string): { device: string; isPhone: boolean } {
  const [, system, isPhone = false] = SYSTEMS.find(([sign]) => sign.test(userAgent)) ?? [];
  const [, browser] = BROWSERS.find(([sign]) => sign.test(userAgent)) ?? [];
  const words = [system, browser].filter((word) => word !== undefined);
  return { device: words.length > 0 ? words.join(' · ') : UNKNOWN, isPhone };
}

interface StudyYear {
  studyYear: number | null;
  studyYearOf: number | null;
  academicYear: number;
  suggestion: number | null;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** Own account apart from name, address and password (features/credentials). */
export function createAccountService(deps: AccountDeps) {
  const { db, clock, sessions, events } = deps;
  const removal = createRemoval(deps);
  const statedYear = () => statedAcademicYear(kstDay(clock.now()));
  const requireProof = (actor: Actor) => db.transaction((tx) => sessions.proof.require(tx, actor));

  async function getStudyYear({ memberId }: Actor): Promise<StudyYear> {
    const row = await findStudyYear(db, memberId, clock.now());
    const academicYear = statedYear();
    const studyYear = row?.studyYear ?? null;
    return {
      studyYear,
      studyYearOf: studyYear === null ? null : (row?.studyYearOf ?? null),
      academicYear,
      suggestion: guessStudyYear(row?.username ?? '', academicYear),
    };
  }

  return {
    /** The contract limits the text to 200 graphemes. */
    setIntro: ({ memberId }: Actor, intro: string) => updateProfile(db, memberId, { intro }),

    setEmailPublic: ({ memberId }: Actor, emailPublic: boolean) =>
      updateProfile(db, memberId, { emailPublic }),

    getStudyYear,

    /** The year holds until the academic year ends that it is stated for; null: not stated. */
    async setStudyYear(actor: Actor, year: number | null): Promise<StudyYear> {
      const studyYearOf = year === null ? null : statedYear();
      await updateProfile(db, actor.memberId, { studyYear: year, studyYearOf });
      return getStudyYear(actor);
    },

    async listSessions(actor: Actor) {
      const rows = await sessions.listOwn(actor);
      return rows.map(({ userAgent, createdAt, lastUsedAt, ...session }) => ({
        ...session,
        ...describeDevice(userAgent),
        createdAt: toKst(createdAt),
        lastUsedAt: toKst(lastUsedAt),
      }));
    },

    /** Ends one of the own sessions and its streams. Throws REAUTH_REQUIRED, SESSION_NOT_FOUND. */
    async endSession(actor: Actor, id: string): Promise<void> {
      await requireProof(actor);
      await sessions.endOwn(actor, id);
    },

    /**
     * Ends all other sessions and their streams, and the addresses of feeds, so that nothing else has access; returns
     * how many sessions. Throws REAUTH_REQUIRED.
     */
    async endOtherSessions(actor: Actor): Promise<number> {
      const count = await db.transaction(async (tx) => {
        await sessions.proof.require(tx, actor);
        await endFeeds(tx, actor.memberId);
        return sessions.endOthers(tx, actor);
      });
      events.emit('access-changed', { memberId: actor.memberId });
      return count;
    },

    exportData: createExport(deps),
    ...removal,
    ...createUnusedAccounts(deps, removal),
  };
}
