import { findWaitingLogin } from '../../domain/roster/waiting.repo.ts';
import type { GrowingDelay } from '../../domain/throttle/throttle.ts';
import { AppError } from '../../platform/errors.ts';
import type { HashingTurn } from '../../platform/hashing.ts';
import type { Limit } from '../../platform/rates.ts';
import { sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import { throttled } from '../../platform/too-many-tries.ts';
import type { Visit } from '../../platform/visit.ts';
import { wideNetworkOf } from '../../platform/wide-network.ts';
import type { Tools } from '../tools.ts';
import { findForLogin, type LoginRow, upgradePasswordHash } from './sessions.login.repo.ts';
import type { createRefusals, Enter, LoginResult } from './sessions.open.ts';
import type { createSecondStep } from './sessions.second-step.ts';

/** From the fifth failure of a network on 1, 2, 4 ... 900 s; expires after an hour without failures. */
const STRANGER_DELAY: GrowingDelay = { free: 5, longest: 900, seconds: 3600 };
/** From the hundredth failure of all networks on at most 60 s; one network reaches some twenty an hour. */
const CROWD_DELAY: GrowingDelay = { free: 100, longest: 60, seconds: 3600 };
/** The same, but at most 60 s, for failures on a device known to the account. */
export const DEVICE_DELAY: GrowingDelay = { ...STRANGER_DELAY, longest: 60 };
/** Failures of one client address on devices unknown to the account. */
const ADDRESS_LIMIT: Limit = { max: 300, seconds: 600 };

/** A login is retried once when the member changes during it. */
const ATTEMPTS = 2;

interface LoginDeps extends Pick<Tools, 'db' | 'throttle' | 'hashing' | 'log' | 'live'> {
  enter: Enter;
  refuse: ReturnType<typeof createRefusals>;
  secondStep: Pick<ReturnType<typeof createSecondStep>, 'ask'>;
}

interface LoginInput extends Visit {
  username: string;
  password: string;
}

/** Throttle keys that apply to one attempt. */
interface Keys {
  /** Failures with the account, each with the delay that they cause. */
  account: { key: string; delay: GrowingDelay }[];
  /** Null for a device known to the account, so that strangers cannot lock its owner out. */
  address: string | null;
}

/**
 * Logs a member in. An unknown id, a wrong password and a withdrawn member get the same response at
 * the same cost. Throws LOGIN_FAILED, LOGIN_THROTTLED, ACCOUNT_SUSPENDED,
 * SIGN_UP_WAITING, DEMO_LOCAL_ONLY and SECOND_STEP_REQUIRED (only after the right password), and UNAVAILABLE
 * when the hashing queue is full.
 */
export function createLogin(deps: LoginDeps) {
  const { db, throttle, hashing, live, enter, log } = deps;

  return async (input: LoginInput): Promise<LoginResult> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const result = await tryLogin(input);
      if (result !== null) return result;
    }
    report(log, 'login failed');
    throw new AppError('LOGIN_FAILED');
  };

  /** Null when the member changed between the password check and the session. */
  async function tryLogin(input: LoginInput): Promise<LoginResult | null> {
    const [member, waiting] = await Promise.all([
      findForLogin(db, input.username, sha256(input.device ?? '')),
      findWaitingLogin(db, input.username),
    ]);
    const stored = storedHash(member, waiting);
    const keys = keysOf(input, member);
    await refuseThrottled(keys);
    const passwordHash = await hashing.inTurn((turn) =>
      tryPassword(turn, input, { member, stored }, keys),
    );
    if (passwordHash === null) {
      report(log, 'login failed', { memberId: member?.id });
      throw new AppError('LOGIN_FAILED');
    }
    if (member === null) throw new AppError('SIGN_UP_WAITING');
    deps.refuse(member, input);
    if (member.hasSecondFactor) throw deps.secondStep.ask(member, passwordHash);
    const result = await live.transaction((tx, emit) =>
      enter.open(tx, emit, member, { ...input, passwordHash }),
    );
    if (result !== null) enter.announce(member.id);
    return result;
  }

  /**
   * Returns the stored hash when the password matches it, else null. Checks the counters again
   * inside the turn, so that queued parallel guesses gain nothing.
   */
  async function tryPassword(
    turn: HashingTurn,
    { password }: LoginInput,
    { member, stored }: { member: LoginRow | null; stored: string | null },
    keys: Keys,
  ): Promise<string | null> {
    await refuseThrottled(keys);
    if (!(await turn.verify(stored, password))) {
      await countFailure(keys);
      return null;
    }
    for (const { key } of keys.account) await throttle.clear(db, key);
    if (member === null || stored === null || !turn.isOutdated(stored)) return stored;
    const upgraded = await turn.hash(password);
    await upgradePasswordHash(db, member.id, stored, upgraded);
    return upgraded;
  }

  async function countFailure({ account, address }: Keys): Promise<void> {
    for (const { key, delay } of account) await throttle.fail(db, key, delay);
    if (address !== null) await throttle.count(db, address, ADDRESS_LIMIT);
  }

  async function refuseThrottled({ account, address }: Keys): Promise<void> {
    let wait = 0;
    for (const { key, delay } of account) {
      wait = Math.max(wait, await throttle.waitOf(db, key, delay));
    }
    if (wait === 0 && address !== null) {
      const { count, seconds } = await throttle.peek(db, address, ADDRESS_LIMIT);
      if (count >= ADDRESS_LIMIT.max) wait = seconds;
    }
    if (wait > 0) throw throttled(log, '로그인 시도가 너무 많습니다.', wait);
  }
}

/** The hash to compare with: of the member, else of a sign-up that waits for staff. */
function storedHash(
  member: LoginRow | null,
  waiting: { passwordHash: string } | null,
): string | null {
  if (member === null) return waiting?.passwordHash ?? null;
  return member.withdrawnAt === null ? member.passwordHash : null;
}

/** Throttle key of failures from unknown devices; ids are hashed, existing or not. */
export function accountKey(username: string): string {
  return `login ${sha256(username).toString('base64url')}`;
}

/** Throttle key of failures from a device known to the account. */
export function deviceKey(memberId: number, deviceHash: Buffer): string {
  return `login ${memberId} ${deviceHash.toString('base64url')}`;
}

function keysOf({ username, device, address }: LoginInput, member: LoginRow | null): Keys {
  if (member?.isKnownDevice && device !== null) {
    const key = deviceKey(member.id, sha256(device));
    return { account: [{ key, delay: DEVICE_DELAY }], address: null };
  }
  const key = accountKey(username);
  return {
    account: [
      { key: `${key} ${wideNetworkOf(address)}`, delay: STRANGER_DELAY },
      { key, delay: CROWD_DELAY },
    ],
    address: `login from ${address}`,
  };
}
