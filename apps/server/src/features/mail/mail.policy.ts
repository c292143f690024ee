import type { PartnerRow } from './mail.read.repo.ts';

/** A partner who withdrew or is suspended is shown without name and cannot be written to (decisions 116). */
export function isLeft(
  { withdrawnAt, suspendedUntil }: Pick<PartnerRow, 'withdrawnAt' | 'suspendedUntil'>,
  now: Date,
): boolean {
  return withdrawnAt !== null || (suspendedUntil !== null && suspendedUntil > now);
}
