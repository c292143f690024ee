import type { BackupStep } from '@naru/contract/backups';
import type { ProofFailure } from '@naru/contract/system';
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { BACKUP_LOCK, PROOF_LOCK } from '../../db/locks.ts';
import { backupProof, backupSteps } from '../../db/schema/index.ts';
import { NO_PROOFS, type ProofState } from './proof-report.ts';

export async function readProofState(db: Executor): Promise<ProofState> {
  const [row] = await db.select().from(backupProof);
  return row ?? NO_PROOFS;
}

/** For a restored copy: the stored state describes the archives of the original. */
export async function deleteProofState(db: Executor): Promise<void> {
  await db.delete(backupProof);
}

/** Records that the proof of an archive begins on the machine `server`. */
export const noteProofTry = (
  db: Executor,
  tried: { triedAt: Date; server: string; archive: string | null },
) => note(db, tried);

/** Records what was compared; `provedAt`: when it began. */
export const noteProof = (
  db: Executor,
  proof: Pick<ProofState, 'provedAt' | 'provedArchive' | 'seconds' | 'rows' | 'files' | 'faults'>,
) => note(db, { ...proof, failure: null });

export const noteProofFailure = (db: Executor, failedAt: Date, failure: ProofFailure) =>
  note(db, { failedAt, failure });

/** Records the failure of a try, unless the try itself has recorded how it ended. */
export async function noteEndOfProof(
  db: Executor,
  { began, now, failure }: { began: Date; now: Date; failure: ProofFailure },
): Promise<void> {
  const values = { failedAt: now, failure };
  await db
    .insert(backupProof)
    .values(values)
    .onConflictDoUpdate({
      target: backupProof.id,
      set: values,
      setWhere: and(
        or(isNull(backupProof.failedAt), lt(backupProof.failedAt, began)),
        or(isNull(backupProof.provedAt), lt(backupProof.provedAt, began)),
      ),
    });
}

/** Proofs are scheduled from now on, by the setting of a server; the same schedule goes on. */
export async function noteProofSchedule(
  db: Executor,
  schedule: { everyHours: number; scheduledAt: Date; scheduledServer: string },
): Promise<void> {
  const { everyHours, scheduledServer } = schedule;
  await db
    .insert(backupProof)
    .values(schedule)
    .onConflictDoUpdate({
      target: backupProof.id,
      set: schedule,
      setWhere: or(
        isNull(backupProof.scheduledAt),
        sql`${backupProof.everyHours} is distinct from ${everyHours}`,
        ne(backupProof.scheduledServer, scheduledServer),
      ),
    });
}

/** The server no longer makes proofs; what another one has stored stays. */
export async function clearProofSchedule(db: Executor, server: string): Promise<void> {
  await db
    .update(backupProof)
    .set({ everyHours: null, scheduledAt: null, scheduledServer: null })
    .where(eq(backupProof.scheduledServer, server));
}

async function note(db: Executor, values: Partial<ProofState>): Promise<void> {
  await db
    .insert(backupProof)
    .values(values)
    .onConflictDoUpdate({ target: backupProof.id, set: values });
}

export type StepRow = typeof backupSteps.$inferSelect;

export async function noteStep(
  db: Executor,
  { kind, ...set }: Omit<StepRow, 'step'> & { step: BackupStep },
): Promise<void> {
  await db
    .insert(backupSteps)
    .values({ kind, ...set })
    .onConflictDoUpdate({ target: backupSteps.kind, set });
}

export async function clearStep(db: Executor, kind: StepRow['kind']): Promise<void> {
  await db.delete(backupSteps).where(eq(backupSteps.kind, kind));
}

export const listSteps = (db: Executor): Promise<StepRow[]> => db.select().from(backupSteps);

/** Which of the two runs now, on any machine: each holds a lock of the database until it ends, also by a crash. */
export async function findRunning(db: Executor): Promise<Set<StepRow['kind']>> {
  const { rows } = await db.execute<{ lock: string }>(sql`
    select objid::text as lock from pg_locks
    where locktype = 'advisory' and classid = 0 and objid in (${BACKUP_LOCK}, ${PROOF_LOCK})
      and granted and mode = 'ExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
  const locks = new Set(rows.map(({ lock }) => Number(lock)));
  const running = new Set<StepRow['kind']>();
  if (locks.has(BACKUP_LOCK)) running.add('BACKUP');
  if (locks.has(PROOF_LOCK)) running.add('PROOF');
  return running;
}
