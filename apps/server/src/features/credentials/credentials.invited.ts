import type { Invitation, invitationRoutes } from '@naru/contract/roster';
import type { RouteInput } from '@naru/contract/route';
import { findInvited, lockInvited, type RosterRow } from '../../domain/roster/roster.repo.ts';
import { toKst } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import { sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { CredentialParts } from './credentials.deps.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';
import { refuseWeak } from './password-policy.ts';

type AcceptInput = RouteInput<(typeof invitationRoutes)['accept']>['body'];

/** Joining by the link of an invitation, which proves the address that it was sent to. */
export function createInvitedJoin(deps: CredentialParts) {
  const { db, clock, hashing, policy, live, log, members } = deps;

  return {
    /** Throws INVITATION_INVALID. */
    async open(token: string): Promise<Invitation> {
      const { username, name, email, role, expiresAt } = await findEntry(token);
      return { username, name, email, role, expiresAt: toKst(expiresAt ?? clock.now()) };
    },

    /**
     * Registers the invited person with number, name, address and role of the roster; the link ends.
     * Returns the number. Throws INVITATION_INVALID, DUPLICATE per field, PASSWORD_WEAK, UNAVAILABLE.
     */
    async accept({ token, nickname, password, consent }: AcceptInput): Promise<string> {
      const { username, name, email } = await findEntry(token);
      const person = { username, name, email, nickname };
      const findProblems = () => findDuplicates(db, person, deps.reservedNames());
      refuseDuplicates(await findProblems());
      refuseWeak(policy(password, person), 'password');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(password));
      const memberId = await live
        .transaction(async (tx, emit) => {
          // Read again: a new import may have changed what the link stands for.
          const entry = found(
            await lockInvited(tx, sha256(token), clock.now()),
            'INVITATION_INVALID',
          );
          const { username, name, email } = entry;
          const account = {
            username,
            name,
            email,
            nickname,
            passwordHash,
            consents: { ...consent },
          };
          return members.create(tx, emit, account, entry);
        })
        .catch(async (error: unknown) => {
          if (error instanceof AppError) refuseDuplicates(await findProblems());
          throw error;
        });
      report(log, 'joined', { memberId });
      return username;
    },
  };

  async function findEntry(token: string): Promise<RosterRow> {
    return found(await findInvited(db, sha256(token), clock.now()), 'INVITATION_INVALID');
  }
}
