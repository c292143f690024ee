/** Number of the advisory lock that a backup holds: no stored object is deleted meanwhile. */
export const BACKUP_LOCK = 7_203_007;
/** Number of the advisory lock that a proof of an archive holds: there is one scratch database. */
export const PROOF_LOCK = 7_203_008;
