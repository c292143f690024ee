/** Backups and proofs run one after the other, on all servers. */
export const BACKUP_QUEUE = 'backup';

/**
 * What administrators ask for. The planned ones run on servers that make daily backups alone, which have the folder
 * of the archives.
 */
export const BACKUP_TASKS = [
  { name: 'backup-now', what: 'MAKE', isPlanned: false },
  { name: 'backup-now-planned', what: 'MAKE', isPlanned: true },
  { name: 'proof-now', what: 'PROVE', isPlanned: false },
  { name: 'proof-now-planned', what: 'PROVE', isPlanned: true },
] as const;

export type BackupTaskName = (typeof BACKUP_TASKS)[number]['name'];
