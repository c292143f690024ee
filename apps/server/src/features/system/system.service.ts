import type { SystemState } from '@naru/contract/system';
import { presentBackupFailure } from '../../domain/backups/backup-report.ts';
import { presentProofFailure } from '../../domain/backups/proof-report.ts';
import { failingSince } from '../../domain/emails/email-log.ts';
import { toKst } from '../../platform/clock.ts';
import { readDisk } from '../../platform/disk-space.ts';
import type { Health } from '../../platform/health.ts';
import type { Tools } from '../tools.ts';
import type { WorkService } from '../work/work.service.ts';
import { readEmails, readJobs } from './system.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock'> {
  version: string;
  commit: string | null;
  dataDir: string;
  health: Health;
  work: Pick<WorkService, 'getBackup'>;
}

export type SystemService = ReturnType<typeof createSystemService>;

/** Whether the server and what it depends on work, for probes, monitoring and administrators. */
export function createSystemService({ db, clock, version, commit, dataDir, health, work }: Deps) {
  const uptime = () => Math.floor(process.uptime());

  /** What concerns the whole server; needs the database. */
  async function read() {
    const [jobs, emails, emailsFail, backup, disk] = await Promise.all([
      readJobs(db),
      readEmails(db),
      failingSince(db, clock.now()),
      work.getBackup(),
      readDisk(dataDir),
    ]);
    const failing = { failingSince: emailsFail };
    return { jobs, emails: { ...emails, ...failing }, backup, disk };
  }

  return {
    read,
    readiness: health.readiness,

    /** Public: returns what works, and nothing about how much there is. */
    async getHealth() {
      const all = await health.listEngines();
      const engines = all.filter(({ name }) => name !== 'backup');
      const isUp = all.some(({ name, state }) => name === 'database' && state === 'up');
      const isStuck = all.some(({ name, state }) => name === 'requests' && state === 'down');
      return {
        status: isUp && !isStuck ? ('ok' as const) : ('unavailable' as const),
        version,
        commit,
        database: isUp ? ('up' as const) : ('down' as const),
        uptime: uptime(),
        engines,
      };
    },

    async getState(): Promise<SystemState> {
      const [engines, { jobs, emails, backup, disk }] = await Promise.all([
        health.listEngines(),
        read(),
      ]);
      return {
        version,
        commit,
        uptime: uptime(),
        engines,
        lastBackup: dateOf(backup.last),
        backupFailure: backup.failure && presentBackupFailure(backup.failure),
        proofFailure: backup.proof.failure && presentProofFailure(backup.proof.failure),
        jobs: { ...jobs, oldest: dateOf(jobs.oldest) },
        emails: {
          ...emails,
          oldest: dateOf(emails.oldest),
          failingSince: dateOf(emails.failingSince),
        },
        disk,
      };
    },
  };
}

const dateOf = (date: Date | null) => (date === null ? null : toKst(date));
