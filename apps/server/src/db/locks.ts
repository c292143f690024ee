/** Number of the advisory lock that a backup holds: no stored object is deleted meanwhile. */
export const BACKUP_LOCK = 7_203_007;
