import {
  PASSKEY_LIMITS,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRegistration,
  type PasskeyRequest,
} from '@naru/contract/passkeys';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import type { EmailNames } from '../../platform/email/email-template.ts';
import { AppError } from '../../platform/errors.ts';
import { report } from '../../platform/security-events.ts';
import type { Visit } from '../../platform/visit.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import {
  deletePasskey,
  findEmail,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  updatePasskey,
} from './passkeys.repo.ts';
import {
  createChallenges,
  encoded,
  type Purpose,
  type RelyingParty,
  readAssertion,
  readRegistration,
  relyingParty,
} from './passkeys.verify.ts';
import { createSecondFactorEmails } from './second-factor.emails.ts';
import { isOn } from './second-factor.repo.ts';
import type { SecondFactorService } from './second-factor.service.ts';

type UsedTools = 'db' | 'clock' | 'seal' | 'throttle' | 'emailQueue' | 'log';

interface Deps extends Pick<Tools, UsedTools> {
  emailNames: EmailNames;
  /** Newest first. */
  secrets: readonly string[];
  sessions: Pick<SessionsService, 'proof' | 'getOwner' | 'secondStep'>;
  secondFactor: Pick<SecondFactorService, 'withCode'>;
}

export type PasskeysService = ReturnType<typeof createPasskeysService>;

/** Passkeys, which stand beside the codes of a second factor that is on. */
export function createPasskeysService(deps: Deps) {
  const { db, clock, seal, emailQueue, log, sessions, secondFactor } = deps;
  const { publicUrl, site } = deps.emailNames;
  const emails = createSecondFactorEmails(deps.emailNames);
  const challenges = createChallenges(deps);
  const party = relyingParty(publicUrl);

  return {
    async list({ memberId }: Actor): Promise<{ isPossible: boolean; passkeys: Passkey[] }> {
      const rows = await listPasskeys(db, memberId);
      return { isPossible: party !== null, passkeys: rows.map(present) };
    },

    /**
     * The code is used up by `add`, so that a device that makes none costs nothing. Throws PASSKEYS_IMPOSSIBLE,
     * PASSKEYS_FULL, and like `turnOff` of the second factor.
     */
    async begin(actor: Actor, code: string): Promise<PasskeyCreation> {
      const { memberId } = actor;
      const { id: rpID } = requireParty();
      const { username } = await sessions.getOwner(actor);
      const own = await secondFactor.withCode(actor, { code, isTrial: true }, (tx) =>
        listPasskeys(tx, memberId),
      );
      refuseFull(own);
      const made = await generateRegistrationOptions({
        rpName: site.siteName,
        rpID,
        userName: username,
        userDisplayName: username,
        userID: new Uint8Array(seal.hashText(`passkeys of ${memberId}`)),
        challenge: challenges.make('add', memberId),
        timeout: PASSKEY_LIMITS.challengeSeconds * 1000,
        attestationType: 'none',
        excludeCredentials: own.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports,
        })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      return made as PasskeyCreation;
    },

    /** Throws PASSKEYS_FULL, PASSKEY_REFUSED, PASSKEYS_IMPOSSIBLE, and like `turnOff` of the second factor. */
    async add(
      actor: Actor,
      { name, code, credential }: { name: string; code: string; credential: PasskeyRegistration },
    ): Promise<void> {
      const { memberId } = actor;
      const expected = { party: requireParty(), ...expecting('add', memberId) };
      const made = await readRegistration(credential, expected);
      if (made === null) throw new AppError('PASSKEY_REFUSED');
      // The device may have taken longer than a code lasts.
      const at = challenges.madeAt('add', expected.challenge());
      await secondFactor.withCode(actor, { code, at }, async (tx, { email }) => {
        refuseFull(await listPasskeys(tx, memberId));
        await challenges.use(tx, expected.challenge());
        const createdAt = clock.now();
        if (!(await insertPasskey(tx, { ...made, memberId, name, createdAt }))) {
          throw new AppError('PASSKEY_REFUSED');
        }
        await emailQueue.enqueue(tx, emails.passkeyAdded(email));
      });
      report(log, 'passkey added', { memberId });
    },

    /** Throws REAUTH_REQUIRED, PASSKEY_NOT_FOUND. */
    async remove(actor: Actor, id: number): Promise<void> {
      const { memberId } = actor;
      await db.transaction(async (tx) => {
        await sessions.proof.require(tx, actor);
        const isGone = await deletePasskey(tx, memberId, id);
        if (!isGone) throw new AppError('PASSKEY_NOT_FOUND');
        await emailQueue.enqueue(tx, emails.passkeyRemoved(await findEmail(tx, memberId)));
      });
      report(log, 'passkey removed', { memberId });
    },

    /** Throws SECOND_STEP_EXPIRED, PASSKEYS_IMPOSSIBLE. */
    async beginLogin(token: string | undefined): Promise<PasskeyRequest> {
      const { id: rpId } = requireParty();
      const timeout = PASSKEY_LIMITS.challengeSeconds * 1000;
      if (token === undefined) {
        const challenge = encoded(challenges.make('login', 0));
        return { challenge, rpId, timeout, userVerification: 'required' };
      }
      const memberId = sessions.secondStep.memberOf(token);
      const own = (await listPasskeys(db, memberId)).filter(({ lockedAt }) => lockedAt === null);
      return {
        challenge: encoded(challenges.make('step', memberId)),
        rpId,
        timeout,
        userVerification: 'preferred',
        allowCredentials: own.map(({ credentialId, transports }) => ({
          id: credentialId,
          type: 'public-key',
          transports,
        })),
      };
    },

    /**
     * As the second step of `token`, or instead of the password. Throws SECOND_STEP_EXPIRED,
     * PASSKEY_REFUSED, PASSKEY_LOCKED, PASSKEYS_IMPOSSIBLE, ACCOUNT_SUSPENDED, DEMO_LOCAL_ONLY.
     */
    async enter({
      token,
      credential,
      ...visit
    }: Visit & { token?: string | undefined; credential: PasskeyAssertion }) {
      requireParty();
      if (token !== undefined) {
        return sessions.secondStep.finish(token, visit, (tx, { id }) =>
          check(tx, credential, { purpose: 'step', memberId: id }),
        );
      }
      const passkey = await findPasskey(db, credential.id);
      if (passkey === null) throw refusedBy(null);
      return sessions.secondStep.enterAlone(passkey.memberId, visit, (tx) =>
        check(tx, credential, { purpose: 'login', memberId: passkey.memberId }),
      );
    },
  };

  /** The member is locked. A passkey in place of the password must know its user by finger, face or PIN. */
  async function check(
    tx: Tx,
    credential: PasskeyAssertion,
    { purpose, memberId }: { purpose: Purpose; memberId: number },
  ): Promise<AppError | null> {
    const passkey = await findPasskey(tx, credential.id);
    const isOwn = passkey !== null && passkey.memberId === memberId && (await isOn(tx, memberId));
    if (!isOwn) return refusedBy(memberId);
    const mustVerifyUser = purpose === 'login';
    const seen = expecting(purpose, mustVerifyUser ? 0 : memberId);
    const expected = { party: requireParty(), mustVerifyUser, ...seen };
    const read = await readAssertion(credential, passkey, expected);
    if (read === null) return refusedBy(memberId);
    await challenges.use(tx, seen.challenge());
    const { isBehind, ...state } = read;
    if (passkey.lockedAt !== null) return new AppError('PASSKEY_LOCKED');
    if (isBehind) return lock(tx, passkey);
    await updatePasskey(tx, passkey.id, { ...state, lastUsedAt: clock.now() });
    return null;
  }

  /** Two devices have the key, of which one may be a thief's: neither may use it. */
  async function lock(tx: Tx, { id, memberId }: PasskeyRow): Promise<AppError> {
    await updatePasskey(tx, id, { lockedAt: clock.now() });
    await emailQueue.enqueue(tx, emails.passkeyLocked(await findEmail(tx, memberId)));
    report(log, 'passkey copied', { memberId });
    return new AppError('PASSKEY_LOCKED');
  }

  /** Accepts an open challenge and stores which it was. */
  function expecting(purpose: Purpose, memberId: number) {
    let seen = '';
    return {
      isExpected: (challenge: unknown) => {
        if (!challenges.isOpen(purpose, memberId, challenge)) return false;
        seen = challenge;
        return true;
      },
      challenge: () => seen,
    };
  }

  function refusedBy(memberId: number | null): AppError {
    report(log, 'passkey refused', memberId === null ? {} : { memberId });
    return new AppError('PASSKEY_REFUSED');
  }

  function requireParty(): RelyingParty {
    if (party === null) throw new AppError('PASSKEYS_IMPOSSIBLE');
    return party;
  }
}

function refuseFull(own: readonly PasskeyRow[]): void {
  if (own.length >= PASSKEY_LIMITS.perMember) throw new AppError('PASSKEYS_FULL');
}

function present({ id, name, createdAt, lastUsedAt, isBackedUp, lockedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: toKst(createdAt),
    lastUsedAt: lastUsedAt === null ? null : toKst(lastUsedAt),
    isSynced: isBackedUp,
    isLocked: lockedAt !== null,
  };
}
