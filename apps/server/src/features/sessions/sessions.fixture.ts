import type { Role } from '@naru/contract/roles';
import { expect } from 'vitest';
import type { Db, Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { createThrottle } from '../../domain/throttle/throttle.ts';
import { createSeal } from '../../platform/seal.ts';
import type { Visit } from '../../platform/visit.ts';
import { createMember, type TestMember } from '../../testing/factories/members.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createSessionsService } from './sessions.service.ts';

export const SECRETS = ['newest secret of the sessions', 'older secret of the sessions'];
export const PASSWORD = 'harbour-light-29';
/** As the service below hashes a password, now and before its parameters changed. */
export const hashOf = (password = PASSWORD) => `hash of ${password}`;
export const oldHashOf = (password = PASSWORD) => `old ${hashOf(password)}`;

/** The service on a database with passwords that are quickly hashed, one at a time, and what it sends to others. */
export function createSessions(db: Db) {
  const clock = createTestClock();
  /** Of the security log, the app's events, notifications, e-mails and the queue of hashes. */
  const sent: { log: object[]; events: unknown[][]; notices: object[]; emails: unknown[] } = {
    log: [],
    events: [],
    notices: [],
    emails: [],
  };
  const verified: (string | null)[] = [];
  const work = { turns: 0, hashed: 0 };
  let queue: Promise<unknown> = Promise.resolve();
  const turn = {
    verify: async (stored: string | null, password: string) => {
      verified.push(stored);
      return stored === hashOf(password) || stored === oldHashOf(password);
    },
    hash: async (password: string) => {
      work.hashed += 1;
      return hashOf(password);
    },
    isOutdated: (stored: string) => stored.startsWith('old'),
  };
  const record = (fields: object) => void sent.log.push(fields);
  const service = createSessionsService({
    db,
    clock,
    seal: createSeal(new Uint8Array(64)),
    throttle: createThrottle(clock),
    hashing: {
      inTurn: (run) => {
        work.turns += 1;
        const result = queue.then(() => run(turn));
        queue = result.catch(() => undefined);
        return result;
      },
    },
    log: { info: record, warn: record } as never,
    live: {
      transaction: <T>(run: (tx: Tx, emit: Emit) => Promise<T>) =>
        db.transaction((tx) => run(tx, async () => undefined)),
    } as never,
    events: { emit: (...event: unknown[]) => void sent.events.push(event) } as never,
    notifications: {
      notify: async (_tx: Tx, _emit: Emit, { kind, to }: { kind: string; to: number[] }) =>
        void sent.notices.push({ kind, to }),
    } as never,
    emailQueue: {
      enqueue: async (_tx: Tx, { to }: { to: string }) => void sent.emails.push(to),
    } as never,
    emailNames: {
      site: { siteName: '나루', departmentName: '학과', officeName: '사무실' },
      publicUrl: 'https://naru.example',
    },
    secrets: SECRETS,
  });
  return { service, clock, sent, verified, work };
}

export const visit = (values: Partial<Visit> = {}): Visit => ({
  device: null,
  address: '192.0.2.1',
  userAgent: 'browser',
  isLocal: true,
  ...values,
});

export const createMemberWith = (
  db: Db,
  values: Parameters<typeof createMember>[2] = {},
  role: Role = 'STUDENT',
): Promise<TestMember> => createMember(db, role, { passwordHash: hashOf(), ...values });

/** Code and seconds to wait of the refusal. */
export async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason) => reason,
  );
  if (error === null) return null;
  expect(error).toHaveProperty('code');
  return error.retryAfter === undefined ? error.code : `${error.code} ${error.retryAfter}`;
}
