import { BUILT_IN_VERSION, SITE_DOCUMENTS } from '@naru/contract/document-names';
import type { Role } from '@naru/contract/roles';
import { academicYearOf, guessStudyYear } from '@naru/contract/study-years';
import type { Tx } from '@naru/server/db/client';
import {
  boardFavorites,
  dailyVisitors,
  memberConsents,
  memberRoles,
  members,
  uploads,
} from '@naru/server/db/schema';
import { kstDay } from '@naru/server/platform/clock';
import type { DemoMember } from './content.ts';
import { wakingTimeBefore } from './demo-calendar.ts';
import { type StoredPicture, uploadRow } from './demo-media.ts';
import type { DemoWorld, Person } from './demo-world.ts';
import { seeded } from './engagement.ts';

const WAKING_DAY = 18 * 60;

export function avatarName({ avatar }: DemoMember): string[] {
  return avatar === undefined ? [] : [`avatar-${avatar}`];
}

/** The documented accounts leave their year to be stated; the other students have stated it. */
function studyYearOf({ username, roles }: DemoMember, now: Date) {
  const academicYear = academicYearOf(kstDay(now));
  const studyYear = guessStudyYear(username, academicYear);
  const isStated = roles.includes('STUDENT') && !/^2025000/.test(username);
  return isStated && studyYear !== null ? { studyYear, studyYearOf: academicYear } : {};
}

/** Inserts members with roles, consents, pictures and favorite boards; all share one password hash. */
export async function insertDemoMembers(
  tx: Tx,
  list: readonly DemoMember[],
  parts: { now: Date; passwordHash: string; pictures: ReadonlyMap<string, StoredPicture> },
): Promise<Person[]> {
  const avatarOf = (member: DemoMember) => parts.pictures.get(avatarName(member)[0] ?? '');
  const since = (member: DemoMember) => wakingTimeBefore(parts.now, member.joined * WAKING_DAY);
  const rows = await tx
    .insert(members)
    .values(
      list.map((member) => ({
        username: member.username,
        email: member.mail,
        nickname: member.nickname,
        name: member.name,
        intro: member.intro,
        passwordHash: parts.passwordHash,
        ...studyYearOf(member, parts.now),
        profileImageUrl: avatarOf(member)?.url ?? null,
        isDemo: true,
        emailPublic: member.roles.some((role) => role === 'PROFESSOR' || role === 'MANAGER'),
        createdAt: since(member),
      })),
    )
    .returning({ id: members.id, nickname: members.nickname, since: members.createdAt });
  const people = rows.map((row, i) => ({ ...row, roles: withUser(list[i]?.roles ?? []) }));
  await tx
    .insert(uploads)
    .values(
      people.flatMap(({ id: ownerId, since: at }, i) =>
        [list[i] && avatarOf(list[i])]
          .filter((picture) => picture !== undefined)
          .map((picture) => uploadRow(picture, { ownerId, postId: null, at })),
      ),
    );
  await tx
    .insert(memberRoles)
    .values(
      people.flatMap(({ id, roles, since: grantedAt }) =>
        roles.map((role) => ({ memberId: id, role, grantedAt })),
      ),
    );
  await tx.insert(memberConsents).values(
    people.flatMap(({ id, since: agreedAt }) =>
      SITE_DOCUMENTS.map((document) => ({
        memberId: id,
        document,
        version: BUILT_IN_VERSION,
        agreedAt,
      })),
    ),
  );
  await tx.insert(boardFavorites).values(
    people.flatMap(({ id, since: from }, i) =>
      (list[i]?.favorites ?? []).map((boardType, order) => ({
        memberId: id,
        boardType,
        createdAt: new Date(from.getTime() + (order + 1) * 60_000),
      })),
    ),
  );
  return people;
}

function withUser(roles: readonly Role[]): Role[] {
  return [...new Set<Role>(['USER', ...roles])];
}

const SEED = 20_260_601;
const DAY_MS = 86_400_000;
/** Six months, the longest range of the statistics. */
const DAYS_BACK = 184;
/** Probability of a visit per member on a weekday and at a weekend. */
const WEEKDAY = 0.72;
const WEEKEND = 0.38;
const CHUNK = 2000;

/** Inserts visits from each member's sign-up on, with fewer at weekends and today. */
export async function insertDemoVisitors(
  tx: Tx,
  { now, people }: Pick<DemoWorld, 'now' | 'people'>,
): Promise<void> {
  const random = seeded(SEED);
  const visits = Array.from(
    { length: DAYS_BACK },
    (_, ago) => new Date(now.getTime() - ago * DAY_MS),
  ).flatMap((date, ago) => {
    const day = kstDay(date);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const chance = (weekday % 6 === 0 ? WEEKEND : WEEKDAY) * (ago === 0 ? 0.6 : 1);
    return people
      .filter(({ since }) => kstDay(since) <= day)
      .filter(() => random() < chance)
      .map(({ id: memberId }) => ({ day, memberId }));
  });
  for (let from = 0; from < visits.length; from += CHUNK) {
    await tx.insert(dailyVisitors).values(visits.slice(from, from + CHUNK));
  }
}
