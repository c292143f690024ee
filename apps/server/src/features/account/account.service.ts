import { guessStudyYear, statedAcademicYear } from '@naru/contract/study-years';
import type { Actor } from '../../platform/actor.ts';
import { kstDay, toKst } from '../../platform/clock.ts';
import { describeDevice } from './account.devices.ts';
import { createExport } from './account.export.ts';
import { type AccountDeps, createRemoval } from './account.removal.ts';
import { findStudyYear, updateProfile } from './account.repo.ts';
import { createUnusedAccounts } from './account.unused.ts';

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

    /** Ends all other sessions and their streams; returns how many. */
    async endOtherSessions(actor: Actor): Promise<number> {
      const count = await sessions.endOthers(db, actor);
      events.emit('access-changed', { memberId: actor.memberId });
      return count;
    },

    exportData: createExport(deps),
    ...removal,
    ...createUnusedAccounts(deps, removal),
  };
}
