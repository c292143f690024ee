import { access } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { BackupArchive, Backups, BackupTask } from '@naru/contract/backups';
import type { Env } from '../../config/env.ts';
import type { ProofPlan } from '../../config/env.values.ts';
import { listArchives } from '../../domain/backups/archives.ts';
import {
  type ArchiveRow,
  listNamesOf,
  listRecorded,
  recordFolder,
} from '../../domain/backups/backup-archives.repo.ts';
import { findRunning, listSteps, readProofState } from '../../domain/backups/backup-proof.repo.ts';
import {
  plannedServer,
  presentBackupFailure,
  reportOn,
} from '../../domain/backups/backup-report.ts';
import { readBackupState } from '../../domain/backups/backup-state.repo.ts';
import { BACKUP_QUEUE, BACKUP_TASKS } from '../../domain/backups/backup-tasks.ts';
import { presentProofFailure, reportOnProof } from '../../domain/backups/proof-report.ts';
import { addJob, isJobPending, removeWaiting } from '../../domain/jobs/queue.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { readDisk } from '../../platform/disk-space.ts';
import type { Tools } from '../tools.ts';
import { createDownloads, type DownloadDeps } from './backups.downloads.ts';
import { createRemoval, findNeeded } from './backups.removal.ts';

type BackupEnv = Pick<Env, 'BACKUP' | 'BACKUP_DIR' | 'BACKUP_RECIPIENT' | 'BACKUP_PROOF'>;

interface Deps extends DownloadDeps, Pick<Tools, 'audit'> {
  env: BackupEnv;
}

type What = (typeof BACKUP_TASKS)[number]['what'];

export type BackupsService = ReturnType<typeof createBackupsService>;

/** Archives of database and files in the console: which there are, and making, proving and taking them away. */
export function createBackupsService(deps: Deps) {
  const { db, clock, audit, env } = deps;
  const folder = env.BACKUP_DIR;
  const server = hostname();

  /**
   * Records what this server has in its folder, which other programs fill too. A folder that is not there or cannot be
   * read, such as that of a disk that is away, changes no record.
   */
  async function look() {
    const before = await listNamesOf(db, server);
    const files = await access(folder)
      .then(() => listArchives(folder))
      .catch(() => null);
    if (files !== null) await recordFolder(db, server, { before, files });
    const here = new Set(files?.map(({ name }) => name));
    return { rows: await listRecorded(db), here };
  }

  /** The server that makes daily backups has the archives; without one, or when it is gone, any does it. */
  async function ask(actor: Actor, what: What): Promise<void> {
    const isPlanned = plannedServer(await readBackupState(db), clock.now()) !== null;
    const task = BACKUP_TASKS.find((one) => one.what === what && one.isPlanned === isPlanned);
    if (task === undefined || (await isPending(what, isPlanned))) return;
    await db.transaction(async (tx) => {
      // It waits for a server that is gone.
      if (!isPlanned) await removeWaiting(tx, namesOf(what, true));
      await addJob(tx, task.name, {}, { key: task.name, queue: BACKUP_QUEUE });
      const action = what === 'MAKE' ? 'backup.make' : 'backup.prove';
      await audit.record(tx, actor, { action });
    });
  }

  const isPending = (what: What, isPlanned: boolean) => isJobPending(db, namesOf(what, isPlanned));

  async function listTasks(isPlanned: boolean): Promise<BackupTask[]> {
    const [running, steps, isMade, isProved] = await Promise.all([
      findRunning(db),
      listSteps(db),
      isPending('MAKE', isPlanned),
      isPending('PROVE', isPlanned),
    ]);
    const asked = { BACKUP: isMade, PROOF: isProved };
    const kinds = (['BACKUP', 'PROOF'] as const).filter((kind) => running.has(kind) || asked[kind]);
    return kinds.map((kind) => {
      const found = steps.find((one) => one.kind === kind && running.has(kind));
      const { step = null, done = 0, total = null } = found ?? {};
      return { kind, isRunning: running.has(kind), step, done, total };
    });
  }

  return {
    ...createDownloads({ ...deps, folder }),
    remove: createRemoval({ ...deps, folder, look }),

    async getState(): Promise<Backups> {
      const now = clock.now();
      const state = await readBackupState(db);
      const planned = plannedServer(state, now);
      const [{ rows, here }, proofs, tasks, disk] = await Promise.all([
        look(),
        readProofState(db),
        listTasks(planned !== null),
        readDisk(folder),
      ]);
      const { last, failure } = reportOn(state, now);
      const proof = reportOnProof(proofs, now);
      const needed = findNeeded(rows);
      return {
        archives: rows.map((row) => present(row, here.has(row.name), needed)),
        ...{ server, folder, tasks },
        free: disk?.free ?? null,
        isEncrypted: env.BACKUP_RECIPIENT.length > 0,
        plan: env.BACKUP && { every: 'DAY', time: timeOf(env.BACKUP), keep: env.BACKUP.keep },
        plannedServer: planned,
        last: last && toKst(last),
        failure: failure && presentBackupFailure(failure),
        proof: {
          plan: presentPlan(env.BACKUP_PROOF),
          last: proofs.provedAt && {
            at: toKst(proofs.provedAt),
            archive: proofs.provedArchive ?? '',
            ...{ seconds: proofs.seconds, rows: proofs.rows },
            ...{ files: proofs.files, faults: proofs.faults },
          },
          failure: proof.failure && presentProofFailure(proof.failure),
        },
      };
    },

    /** Asks for a backup; one that waits or runs is enough. */
    askForBackup: (actor: Actor) => ask(actor, 'MAKE'),

    /** Asks for a proof of the newest archive; one that waits or runs is enough. */
    askForProof: (actor: Actor) => ask(actor, 'PROVE'),
  };
}

/** Of the tasks that a server does: with planned ones those, too. */
const namesOf = (what: What, isPlanned: boolean) =>
  BACKUP_TASKS.filter((one) => one.what === what && (isPlanned || !one.isPlanned)).map(
    ({ name }) => name,
  );

const timeOf = ({ hour, minute }: { hour: number; minute: number }) =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');

const presentPlan = (plan: ProofPlan | null) => plan && { every: plan.every, time: timeOf(plan) };

function present(row: ArchiveRow, isHere: boolean, needed: string | null): BackupArchive {
  const { name, madeAt, bytes, kind, version, isEncrypted, server, provedAt } = row;
  return {
    ...{ name, bytes, kind, version, isEncrypted, server, isHere },
    madeAt: toKst(madeAt),
    proof: provedAt && { at: toKst(provedAt), isWell: row.proofFailure === null },
    isRemovable: isHere && kind === 'MANUAL' && name !== needed,
  };
}
