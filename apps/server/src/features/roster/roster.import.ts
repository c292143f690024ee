import type { RosterImport } from '@naru/contract/roster';
import { statedAcademicYear } from '@naru/contract/study-years';
import { chunksOf } from '../../db/chunks.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { insertClaims, mailboxOf } from '../../domain/access/student-claims.repo.ts';
import { requireVersionOfMany, versionOfMany } from '../../domain/edits/versions.ts';
import { deleteLinesOf } from '../../domain/emails/lines-of-people.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { refuseBadLines, shownErrors } from '../../platform/csv.ts';
import {
  createPeopleFiles,
  type FileInput,
  type PeopleFileDeps,
  shownChanges,
} from './people-files.ts';
import { type RosterLine, readRosterFile } from './roster.file.ts';
import { type PlannedLine, planRoster, type RosterPlan } from './roster.plan.ts';
import {
  findKnown,
  refreshEntries,
  saveEntries,
  saveStandings,
  wakeInvitations,
} from './roster.repo.ts';

const REASON = '명부 가져오기';
const NOTHING = { changes: [], counts: [], version: '' };

export interface ImportDeps extends PeopleFileDeps {
  signupDomains: readonly string[];
}

/** Adds people to the roster from a file. */
export function createRosterImport(deps: ImportDeps) {
  const { db, clock, seal, people, audit } = deps;
  const files = createPeopleFiles(deps);

  /**
   * Invites the people of a file and grants roles to those who are members, in one transaction, or only
   * computes the changes for a preview. An import of a file with bad lines throws VALIDATION_FAILED with
   * them unless it is `confirmed`: then they are left out. Throws EDIT_CONFLICT when the changes are
   * no longer those of the preview with this `version`, PERMISSION_DENIED. A request with the
   * `clientId` of an applied file changes nothing.
   */
  return async (actor: Actor, input: FileInput & { confirmed: boolean }): Promise<RosterImport> => {
    const { lines, errors, reading } = await readRosterFile(input.csv, deps.signupDomains);
    const beside = { errors: shownErrors(errors), reading };
    if (input.preview) {
      const { changes } = await plan(db, actor, lines, { isLocked: false });
      const version = await versionOfMany(changes);
      return { ...shownChanges(changes), saved: false, ...beside, version };
    }
    if (!input.confirmed) refuseBadLines(errors);
    const changes = await files.apply(actor, input, (tx, emit) =>
      write(tx, emit, actor, lines, input),
    );
    return { ...NOTHING, saved: true, ...shownChanges(changes ?? []), ...beside };
  };

  async function plan(
    executor: Executor,
    { memberId: id }: Actor,
    lines: readonly RosterLine[],
    lock: { isLocked: boolean },
  ) {
    const roles = await people.findActiveRoles(executor, id);
    const known = await findKnown(executor, seal, lines, lock);
    const academicYear = statedAcademicYear(kstDay(clock.now()));
    return planRoster(lines, { ...known, academicYear }, { id, roles });
  }

  /** Returns the changes and the members whose roles changed. */
  async function write(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    lines: readonly RosterLine[],
    { version }: FileInput,
  ) {
    const planned = await plan(tx, actor, lines, { isLocked: true });
    await requireVersionOfMany(version, planned.changes);
    const now = clock.now();
    await saveEntries(tx, planned.planned, (one) => rowOf(one, now));
    await saveStandings(
      tx,
      planned.standings.map(({ line: { standing, major }, member }) => ({
        memberId: member?.id ?? 0,
        standing,
        major,
      })),
    );
    await deleteLinesOf(tx, replacedAddresses(planned.planned));
    await refreshEntries(
      tx,
      lines.map(({ username }) => username),
      now,
    );
    if (planned.planned.some(({ member }) => member === undefined)) await wakeInvitations(tx);
    await claimAddresses(tx, planned.grants);
    const changed = await people.changeRoles(tx, emit, actor, planned.grants.map(toGrant), {
      reason: REASON,
    });
    await audit.record(tx, actor, { action: 'roster.import', detail: countsOf(planned) });
    return { result: planned.changes, changed };
  }

  /** A mailbox proves one living member to be a student, whoever vouches for it. */
  async function claimAddresses(tx: Tx, grants: readonly PlannedLine[]): Promise<void> {
    const claims = grants.flatMap(({ line, member }) =>
      line.role === 'STUDENT' && member !== undefined
        ? [
            {
              addressHash: seal.hashText(mailboxOf(line.email)),
              memberId: member.id,
              claimedAt: clock.now(),
            },
          ]
        : [],
    );
    for (const some of chunksOf(claims)) await insertClaims(tx, some);
  }
}

function toGrant({ line, member }: PlannedLine) {
  return { memberId: member?.id ?? 0, role: line.role, isGrant: true };
}

/** The entry that the line asks for; another address needs another link. */
function rowOf({ line, entry, member }: PlannedLine, now: Date) {
  const { username, name, email, role } = line;
  const year =
    line.studyYear === null
      ? { studyYear: entry?.studyYear ?? null, studyYearOf: entry?.studyYearOf ?? null }
      : { studyYear: line.studyYear, studyYearOf: statedAcademicYear(kstDay(now)) };
  const { standing = entry?.standing ?? null, major = entry?.major ?? null } = line;
  const fields = { username, name, email, role, ...year, standing, major, importedAt: now };
  if (member !== undefined) {
    const { invitedAt = null } = entry ?? {};
    return {
      ...fields,
      memberId: member.id,
      tokenHash: null,
      queuedAt: null,
      invitedAt,
      expiresAt: null,
      refusedAt: null,
    };
  }
  if (entry !== undefined && entry.email === email) {
    const { tokenHash, queuedAt, invitedAt, expiresAt, refusedAt } = entry;
    const link = { tokenHash, queuedAt, invitedAt, expiresAt, refusedAt };
    return { ...fields, memberId: null, ...link };
  }
  return {
    ...fields,
    memberId: null,
    tokenHash: null,
    queuedAt: now,
    invitedAt: null,
    expiresAt: null,
    refusedAt: null,
  };
}

const replacedAddresses = (planned: readonly PlannedLine[]) =>
  planned.flatMap(({ line, entry }) =>
    entry === undefined || entry.email === line.email ? [] : [entry.email],
  );

/** Counts only: the log cannot be erased. */
function countsOf({ changes }: RosterPlan) {
  const number = (verdict: string) => changes.filter((one) => one.verdict === verdict).length;
  return {
    rows: changes.length,
    invited: number('NEW'),
    granted: number('GRANT'),
    changed: number('CHANGE'),
    leftOut: number('LEFT_OUT'),
  };
}
