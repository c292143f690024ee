import type { SignUpDifference } from '@naru/contract/sign-ups';
import type { RosterRow } from './roster.repo.ts';

interface Person {
  username: string;
  name: string;
  email: string;
}

/** Spaces and case do not tell two people apart. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFC').replaceAll(/\s/g, '').toLowerCase();
  return plain(one) === plain(other);
}

/**
 * Compares a person with the entries that have the same number or address. Without differences the person is
 * that of `entry`, and nobody has joined with it.
 */
export function compareWithRoster(
  person: Person,
  entries: readonly RosterRow[],
): { entry: RosterRow | null; differs: SignUpDifference[] } {
  const own = entries.find(({ username }) => username === person.username);
  if (own === undefined) {
    const entry = entries.find(({ email }) => email === person.email) ?? null;
    return { entry, differs: ['NUMBER'] };
  }
  const differs: SignUpDifference[] = [];
  if (!isSameName(own.name, person.name)) differs.push('NAME');
  if (own.email !== person.email) differs.push('EMAIL');
  if (own.memberId !== null) differs.push('TAKEN');
  return { entry: own, differs };
}
