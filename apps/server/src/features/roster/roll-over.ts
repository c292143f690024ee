import type { RollOver } from '@naru/contract/roll-over';
import { TEXTS } from '@naru/contract/texts';
import type { Executor, Tx } from '../../db/client.ts';
import { lockAdmins } from '../../domain/access/members.repo.ts';
import { requireVersionOfMany, versionOfMany } from '../../domain/edits/versions.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { refuseBadLines, shownErrors } from '../../platform/csv.ts';
import { fieldError } from '../../platform/errors.ts';
import { eachYielding } from '../../platform/turns.ts';
import {
  createPeopleFiles,
  type FileInput,
  type PeopleFileDeps,
  shownChanges,
} from './people-files.ts';
import { type RollOverLine, readRollOverFile } from './roll-over.file.ts';
import { type PlannedRole, planRollOver, type RollOverPlan } from './roll-over.plan.ts';
import { listOverdue, listRoleEnds, listStudents, saveRoleEnds } from './roll-over.repo.ts';
import { listByUsernames } from './roster.repo.ts';

interface RollOverInput extends FileInput {
  dropMissing: boolean;
  reason?: string | undefined;
}

const NOTHING = { changes: [], counts: [], missing: 0, version: '' };

/** The change of the academic year: graduates, assistants, the student council. */
export function createRollOver(deps: PeopleFileDeps) {
  const { db, clock, live, events, people, audit } = deps;
  const files = createPeopleFiles(deps);

  return {
    /**
     * Changes the roles of a file in one transaction, or only computes the changes for a preview; it
     * treats errors, `version` and `clientId` like the import of the roster. Throws VALIDATION_FAILED
     * without a reason, EDIT_CONFLICT, PERMISSION_DENIED.
     */
    async apply(actor: Actor, input: RollOverInput): Promise<RollOver> {
      const { lines, errors, reading } = await readRollOverFile(input.csv, kstDay(clock.now()));
      const beside = { errors: shownErrors(errors), reading };
      if (input.preview) {
        // A line that is left out would count its student as missing, so none may be.
        if (errors.length > 0) return { ...NOTHING, saved: false, ...beside };
        const { changes, missing } = await plan(db, actor, lines, input);
        const version = await versionOfMany(changes);
        return { ...shownChanges(changes), saved: false, missing, ...beside, version };
      }
      refuseBadLines(errors);
      const { reason } = input;
      if (reason === undefined) throw fieldError('reason', TEXTS.reasonRequired);
      const changed = await files.apply(actor, input, (tx, emit) =>
        write(tx, emit, actor, lines, { ...input, reason }),
      );
      return { ...NOTHING, saved: true, ...shownChanges(changed ?? []), ...beside };
    },

    /** Returns personal data, so every look is recorded in the audit log. */
    listEnds: (actor: Actor) =>
      db.transaction(async (tx) => {
        const ends = await listRoleEnds(tx);
        await audit.record(tx, actor, { action: 'roster.read', detail: { rows: ends.length } });
        return { ends };
      }),

    /** Revokes the roles whose last day is over, in the name of who set it; returns how many. */
    async endRoles(): Promise<number> {
      const changed = await live.transaction(async (tx, emit) => {
        await lockAdmins(tx);
        return people.endRoles(tx, emit, await listOverdue(tx, kstDay(clock.now())));
      });
      await eachYielding(changed, (memberId) => events.emit('access-changed', { memberId }));
      return changed.length;
    },
  };

  async function plan(
    executor: Executor,
    { memberId: id }: Actor,
    lines: readonly RollOverLine[],
    { dropMissing, preview }: Pick<RollOverInput, 'dropMissing' | 'preview'>,
  ): Promise<RollOverPlan> {
    const stored = {
      members: await listByUsernames(executor, [...new Set(lines.map((one) => one.username))]),
      // The preview counts those who are missing; nothing else needs them while locks are held.
      students: dropMissing || preview ? await listStudents(executor) : [],
      ends: await listRoleEnds(executor),
    };
    const roles = await people.findActiveRoles(executor, id);
    return planRollOver(lines, stored, { actor: { id, roles }, dropMissing });
  }

  async function write(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    lines: readonly RollOverLine[],
    input: RollOverInput & { reason: string },
  ) {
    const { reason } = input;
    const { changes, planned } = await plan(tx, actor, lines, input);
    await requireVersionOfMany(input.version, changes);
    const changed = await people.changeRoles(tx, emit, actor, planned.flatMap(toChange), {
      reason,
      beforeRecords: () =>
        saveRoleEnds(
          tx,
          planned.filter(({ verdict }) => verdict !== 'REVOKE'),
          { setBy: actor.memberId, reason },
        ),
    });
    const detail = countsOf(planned, changes.length);
    await audit.record(tx, actor, { action: 'roster.roll-over', reason, detail });
    return { result: changes, changed };
  }
}

function toChange({ verdict, memberId, role }: PlannedRole) {
  if (verdict === 'LAST_DAY') return [];
  return [{ memberId, role, isGrant: verdict === 'GRANT' }];
}

/** Counts only: each change has an audit entry of its own, with the id of the member. */
function countsOf(planned: readonly PlannedRole[], rows: number) {
  const number = (isOne: (change: PlannedRole) => boolean) => planned.filter(isOne).length;
  return {
    rows,
    granted: number(({ verdict }) => verdict === 'GRANT'),
    revoked: number(({ verdict }) => verdict === 'REVOKE'),
    // Students whom the file does not name have no line.
    missing: number(({ line }) => line === 0),
  };
}
