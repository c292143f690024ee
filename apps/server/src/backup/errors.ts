/** A backup, restore or move that cannot go on; the message is one line for the operator. */
export class BackupError extends Error {}

/** The archive is not whole, not ours, or not for this program. */
export class ArchiveError extends BackupError {}
