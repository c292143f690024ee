/** A series of one process of the server `a`, as promtool writes it. */
export const a = (name, labels = '') =>
  `${name}{instance="a",process="0"${labels && `,${labels}`}}`;

/** Whether an engine of it works. */
export const engine = (name) => a('naru_engine_up', `engine="${name}"`);

/** Cases of e-mails, jobs, backups, the disk and held work, as in `alert-cases.mjs`. */
export const BACKGROUND_CASES = {
  NaruEmailsFail: {
    fires: [
      {
        series: { [a('naru_emails_failing_seconds')]: '700x20' },
        at: '5m',
        summary: 'The mail server of a has taken no e-mail for 11m 40s',
      },
    ],
    quiet: [
      { series: { [a('naru_emails_failing_seconds')]: '0+60x9 0x20' }, until: '25m' },
      // One full mailbox.
      {
        series: {
          [a('naru_emails_oldest_seconds')]: '0+60x60',
          [a('naru_emails_failing_seconds')]: '0x60',
        },
        until: '60m',
      },
    ],
  },
  NaruEmailsRefused: {
    fires: [
      {
        series: { [a('naru_emails_total', 'result="refused"')]: '0+1x120' },
        at: '100m',
        summary: '60 e-mails of a were refused within an hour',
      },
    ],
    quiet: [
      {
        series: {
          [a('naru_emails_total', 'result="refused"')]: '0+1x15 15x60',
          [a('naru_emails_total', 'result="failed"')]: '0+10x75',
        },
        until: '75m',
      },
    ],
  },
  NaruJobsOld: {
    fires: [
      {
        series: { [a('naru_jobs_oldest_seconds')]: '1000x20' },
        at: '10m',
        summary: 'A background job of a has been due for 16m 40s',
      },
    ],
    quiet: [
      { series: { [a('naru_jobs_oldest_seconds')]: '0+60x15 0x20' }, until: '30m' },
      {
        series: {
          [a('naru_jobs_oldest_seconds')]: '1000x40',
          [a('naru_outgoing_held')]: '1x40',
        },
        until: '30m',
      },
    ],
  },
  NaruJobsFail: {
    fires: [
      {
        series: { [a('naru_job_runs_total', 'task="digests",result="failed"')]: '0x60 1 2 3x60' },
        at: '100m',
        labels: { task: 'digests' },
        summary: 'Job digests of a failed 3 times in an hour',
      },
    ],
    quiet: [
      {
        series: {
          [a('naru_job_runs_total', 'task="backup",result="failed"')]: '0x60 1x60',
          [a('naru_job_runs_total', 'task="digests",result="done"')]: '0+1x120',
        },
        until: '120m',
      },
    ],
  },
  NaruDiskFull: {
    fires: [
      {
        series: { [a('naru_disk_free_bytes')]: '5e9x30', [a('naru_disk_size_bytes')]: '100e9x30' },
        at: '15m',
        summary: '5% of the disk of a are free',
      },
    ],
    quiet: [
      {
        series: { [a('naru_disk_free_bytes')]: '20e9x30', [a('naru_disk_size_bytes')]: '100e9x30' },
        until: '30m',
      },
      // A small share of a large disk is much.
      {
        series: {
          [a('naru_disk_free_bytes')]: '800e9x30',
          [a('naru_disk_size_bytes')]: '10e12x30',
        },
        until: '30m',
      },
    ],
  },
  NaruIntegrityFaults: {
    fires: [
      {
        series: { [a('naru_integrity_faults', 'check="AUDIT"')]: '2x20' },
        at: '10m',
        labels: { check: 'AUDIT' },
        summary: 'The nightly check of a found 2 faults (AUDIT)',
      },
    ],
    quiet: [{ series: { [a('naru_integrity_faults', 'check="AUDIT"')]: '0x20' }, until: '20m' }],
  },
  NaruBackupFailed: {
    fires: [
      {
        // Within the hour after the failure.
        series: { [a('naru_backup_failed')]: '0x10 1x60' },
        at: '30m',
        summary: 'The last backup of a was not made',
      },
    ],
    quiet: [
      { series: { [a('naru_backup_failed')]: '0x60' }, until: '60m' },
      // Made anew by hand.
      { series: { [a('naru_backup_failed')]: '0 1x5 0x60' }, until: '60m' },
    ],
  },
  NaruBackupProofFailed: {
    fires: [
      {
        series: { [a('naru_backup_proof_failed')]: '0x10 1x60' },
        at: '30m',
        summary: 'The newest backup of a was not proved by a restore',
      },
    ],
    quiet: [{ series: { [a('naru_backup_proof_failed')]: '0x60' }, until: '60m' }],
  },
  NaruBackupOld: {
    fires: [
      {
        step: '5m',
        series: { [a('naru_backup_last_timestamp_seconds')]: '0x2400' },
        at: '8d',
        summary: 'The last backup of a was 8d 0h 0m 0s ago',
      },
    ],
    quiet: [
      {
        step: '5m',
        series: { [a('naru_backup_last_timestamp_seconds')]: '0x1800' },
        until: '6d',
      },
    ],
  },
  NaruBackupMissing: {
    fires: [
      {
        step: '5m',
        series: { [engine('backup')]: '0x400' },
        at: '26h',
        summary: 'No recent backup of a is known',
      },
    ],
    // A new site before its first night.
    quiet: [{ step: '5m', series: { [engine('backup')]: '0x200 1x200' }, until: '30h' }],
  },
  NaruOutgoingHeld: {
    fires: [
      {
        step: '5m',
        series: { [a('naru_outgoing_held')]: '1x400' },
        at: '26h',
        summary: 'a has held back its e-mails and messages for a day',
      },
    ],
    // A restore drill.
    quiet: [{ step: '5m', series: { [a('naru_outgoing_held')]: '1x100 0x300' }, until: '30h' }],
  },
};
