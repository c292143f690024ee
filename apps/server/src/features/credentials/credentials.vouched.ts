import type { authRoutes } from '@naru/contract/auth';
import type { RouteInput } from '@naru/contract/route';
import { AppError } from '../../platform/errors.ts';
import type { CredentialParts } from './credentials.deps.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';
import { insertMember } from './credentials.repo.ts';
import { refuseWeak } from './password-policy.ts';

type NewMember = Omit<RouteInput<(typeof authRoutes)['join']>['body'], 'consent' | 'ticket'>;

/** Registers members whose address the operator vouches for: without a code, and not as students. */
export function createVouched({ db, clock, hashing, policy, reservedNames }: CredentialParts) {
  /** Why the member cannot be registered is thrown: DUPLICATE per field, PASSWORD_WEAK. */
  return async ({ password, ...values }: NewMember): Promise<number> => {
    refuseDuplicates(await findDuplicates(db, values, reservedNames()));
    refuseWeak(policy(password, values), 'password');
    const passwordHash = await hashing.inTurn((turn) => turn.hash(password));
    const row = { ...values, passwordHash, createdAt: clock.now() };
    const memberId = await db.transaction((tx) => insertMember(tx, row, ['USER']));
    if (memberId === null) throw new AppError('DUPLICATE');
    return memberId;
  };
}
