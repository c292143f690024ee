/** Advisory lock of a backup: while it is held, stored objects stay. */
export const BACKUP_LOCK = 7_203_007;
