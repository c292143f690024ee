import { hasRole } from '@naru/contract/roles';
import { SECOND_FACTOR_LIMITS, type SecondFactorState } from '@naru/contract/second-factor';
import { TEXTS } from '@naru/contract/texts';
import encodeQR from 'qr';
import type { Tx } from '../../db/client.ts';
import { deleteSecondFactor } from '../../domain/access/second-factors.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import type { EmailNames } from '../../platform/email/email-template.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { Visit } from '../../platform/visit.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import { makeRecoveryCodes, shownCode } from './recovery-codes.ts';
import { type CodeUse, createCodeCheck, incorrect } from './second-factor.codes.ts';
import { createSecondFactorEmails } from './second-factor.emails.ts';
import {
  beginFactor,
  type FactorRow,
  findFactor,
  findState,
  replaceRecoveryCodes,
  updateFactor,
} from './second-factor.repo.ts';
import { findStep, keyUri, newSecret } from './totp.ts';

/** A QR code as the `d` of an SVG path with one unit for each module, with the quiet zone around it. */
function qrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const runs = rows.flatMap((row, y) =>
    darkRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { size: rows.length, path: runs.join('') };
}

/** Start and length of each run of dark modules. */
function darkRuns(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}

type UsedTools = 'db' | 'clock' | 'seal' | 'throttle' | 'emailQueue' | 'events' | 'live' | 'log';

interface Deps extends Pick<Tools, UsedTools> {
  emailNames: EmailNames;
  sessions: Pick<SessionsService, 'proof' | 'getOwner' | 'secondStep' | 'endOthers'>;
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** The second factor of the own account, and the second step of a login. */
export function createSecondFactorService(deps: Deps) {
  const { db, clock, seal, emailQueue, events, live, log, sessions } = deps;
  const emails = createSecondFactorEmails(deps.emailNames);
  const codes = createCodeCheck({ ...deps, emails });

  return {
    withCode,
    withCodeIfOn,

    async getState({ memberId, roles, isHeldBack }: Actor): Promise<SecondFactorState> {
      const row = await findState(db, memberId);
      if (row === null) throw new AppError('TOKEN_INVALID');
      const { enabledAt, isAsked, recoveryCodesLeft } = row;
      const isRequired = isAsked && (isHeldBack === true || hasRole(roles, 'MANAGER'));
      return {
        enabledAt: enabledAt === null ? null : toKst(enabledAt),
        recoveryCodesLeft,
        isRequired,
      };
    },

    /** Makes a key, in place of one that was not confirmed. Throws REAUTH_REQUIRED, SECOND_FACTOR_ON. */
    async begin(actor: Actor) {
      const { memberId } = actor;
      const { username } = await sessions.getOwner(actor);
      const secret = newSecret();
      await db.transaction(async (tx) => {
        await sessions.proof.require(tx, actor);
        refuseOn(await findFactor(tx, memberId));
        const sealed = seal.sealFor(memberId, secret);
        await beginFactor(tx, { memberId, secret: sealed, begunAt: clock.now() });
      });
      const { siteName: issuer } = deps.emailNames.site;
      const uri = keyUri({ issuer, label: username, secret });
      return { secret, uri, qr: qrPath(uri) };
    },

    /**
     * Turns the second factor on, ends the other sessions, which were opened without it, and returns the
     * recovery codes. Throws REAUTH_REQUIRED,
     * SECOND_FACTOR_ON, SECOND_FACTOR_NOT_BEGUN, CODE_INCORRECT.
     */
    async confirm(actor: Actor, code: string): Promise<string[]> {
      const { memberId } = actor;
      const shown = await db.transaction(async (tx) => {
        await sessions.proof.require(tx, actor);
        const factor = await findFactor(tx, memberId);
        refuseOn(factor);
        const now = clock.now();
        if (
          factor === null ||
          addSeconds(factor.begunAt, SECOND_FACTOR_LIMITS.setupSeconds) <= now
        ) {
          throw new AppError('SECOND_FACTOR_NOT_BEGUN');
        }
        const secret = seal.openFor(memberId, factor.secret) ?? '';
        const lastStep = findStep({ secret, code, after: factor.lastStep }, now);
        if (lastStep === null) throw incorrect();
        await updateFactor(tx, memberId, { lastStep, enabledAt: now });
        await sessions.endOthers(tx, actor);
        await emailQueue.enqueue(tx, emails.turnedOn(factor.email));
        return storeNewCodes(tx, memberId);
      });
      report(log, 'second factor on', { memberId });
      events.emit('access-changed', { memberId });
      return shown;
    },

    /** Replaces the recovery codes. Throws like `turnOff`. */
    async renewCodes(actor: Actor, code: string): Promise<string[]> {
      const { memberId } = actor;
      const shown = await withCode(actor, { code }, async (tx, { email }) => {
        await emailQueue.enqueue(tx, emails.codesRenewed(email));
        return storeNewCodes(tx, memberId);
      });
      report(log, 'recovery codes renewed', { memberId });
      return shown;
    },

    /** Throws REAUTH_REQUIRED, SECOND_FACTOR_OFF, CODE_INCORRECT, LOGIN_THROTTLED. */
    async turnOff(actor: Actor, code: string): Promise<void> {
      const { memberId } = actor;
      await withCode(actor, { code }, async (tx, { email }) => {
        await deleteSecondFactor(tx, memberId);
        await emailQueue.enqueue(tx, emails.turnedOff(email));
      });
      report(log, 'second factor off', { memberId });
      events.emit('access-changed', { memberId });
    },

    /**
     * The second step of a login. Throws SECOND_STEP_EXPIRED, CODE_INCORRECT, LOGIN_THROTTLED,
     * ACCOUNT_SUSPENDED, DEMO_LOCAL_ONLY.
     */
    enter({ token, code, ...visit }: Visit & { token: string; code: string }) {
      return sessions.secondStep.finish(token, visit, async (tx, member) => {
        const factor = await findFactor(tx, member.id);
        if (factor === null || factor.enabledAt === null)
          return new AppError('SECOND_STEP_EXPIRED');
        const isKnown = member.hasPassedFactor && visit.device !== null;
        const device = isKnown ? sha256(visit.device ?? '') : null;
        const address = isKnown ? null : visit.address;
        return codes.check(tx, factor, { code, device, address });
      });
    },
  };

  /**
   * Runs `work` for a session with a fresh password and a right code; a wrong one is counted. Throws
   * REAUTH_REQUIRED, SECOND_FACTOR_OFF, CODE_INCORRECT, LOGIN_THROTTLED.
   */
  async function withCode<T>(
    actor: Actor,
    use: CodeUse,
    work: (tx: Tx, factor: FactorRow) => Promise<T>,
  ): Promise<T> {
    return withCodeIfOn(actor, use, (tx, _, factor) => {
      if (factor === null) throw new AppError('SECOND_FACTOR_OFF');
      return work(tx, factor);
    });
  }

  /** The same for what members without a second factor may do too, who need no code. */
  async function withCodeIfOn<T>(
    actor: Actor,
    { code, ...use }: Partial<CodeUse>,
    work: (tx: Tx, emit: Emit, factor: FactorRow | null) => Promise<T>,
  ): Promise<T> {
    const { deviceHash: device } = await sessions.getOwner(actor);
    const outcome = await live.transaction(async (tx, emit) => {
      await sessions.proof.require(tx, actor);
      const factor = await findFactor(tx, actor.memberId);
      if (factor === null || factor.enabledAt === null) return { done: await work(tx, emit, null) };
      if (code === undefined) throw fieldError('code', TEXTS.codeRequired, 'CODE_INCORRECT');
      const refusal = await codes.check(tx, factor, { ...use, code, device, address: null });
      return refusal ?? { done: await work(tx, emit, factor) };
    });
    if (outcome instanceof AppError) throw outcome;
    return outcome.done;
  }

  async function storeNewCodes(tx: Tx, memberId: number): Promise<string[]> {
    const made = makeRecoveryCodes();
    const hashes = made.map((code) => codes.hashOf(memberId, code));
    await replaceRecoveryCodes(tx, memberId, hashes);
    return made.map(shownCode);
  }
}

function refuseOn(factor: FactorRow | null): void {
  if (factor !== null && factor.enabledAt !== null) throw new AppError('SECOND_FACTOR_ON');
}
