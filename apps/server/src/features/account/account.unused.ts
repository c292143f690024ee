import type { Env } from '../../config/env.ts';
import { DeliveryError } from '../../platform/email/email.ts';
import type { Tools } from '../tools.ts';
import { createAccountEmails, type Removal } from './account.removal.ts';
import { deleteSealedChoices } from './account.repo.ts';
import {
  deleteUses,
  deleteWithdrawn,
  foldUses,
  listUnused,
  lockUnused,
  noteWarning,
  type Step,
} from './account.unused.repo.ts';

/** The next day goes on. */
const PER_RUN = 500;
/** A mail server that fails this often in a row is away or takes nothing of this site; full mailboxes say nothing about it. */
const FAILURES_MAX = 5;

interface Deps
  extends Pick<Tools, 'db' | 'seal' | 'log' | 'emailQueue' | 'emailNames' | 'outgoing'> {
  env: Pick<Env, 'SMTP_URL' | 'UNUSED_ACCOUNT_MONTHS'>;
}

/** An unclear reply may be what everybody gets. */
const isOfMailbox = (err: unknown) => err instanceof DeliveryError && err.fault === 'mailbox';

type Unused = Awaited<ReturnType<typeof listUnused>>[number];

/** Warns the owners of accounts that nobody uses, and erases the accounts. */
export function createUnusedAccounts(deps: Deps, { removeUnused }: Pick<Removal, 'removeUnused'>) {
  const { db, seal, log, emailQueue, outgoing, env } = deps;
  const emails = createAccountEmails(deps.emailNames);
  const months = env.UNUSED_ACCOUNT_MONTHS;

  async function warn(step: 'first' | 'last', { id, email, day }: Unused): Promise<boolean> {
    await emailQueue.send(emails.unused(email, { months, day }));
    await noteWarning(db, id, step);
    return true;
  }

  const erase = ({ id }: Unused) => removeUnused(id, (tx) => lockUnused(tx, id, months));

  /** Ends before the next one once everything outgoing is held. */
  async function* listDue(step: Step): AsyncGenerator<Unused> {
    for (const one of await listUnused(db, step, { months, limit: PER_RUN })) {
      if (await outgoing.isHeld()) return;
      yield one;
    }
  }

  /** Returns for how many it was done. One that fails is tried again the next day. */
  async function each(step: Step, run: (one: Unused) => Promise<boolean>): Promise<number> {
    let done = 0;
    let failures = 0;
    for await (const one of listDue(step)) {
      try {
        if (await run(one)) done += 1;
        failures = 0;
      } catch (err) {
        log.warn({ err, step }, 'an unused account was not handled yet');
        failures += Number(!isOfMailbox(err));
        if (failures === FAILURES_MAX) break;
      }
    }
    return done;
  }

  return {
    /**
     * Returns how many were warned and erased. Without a mail server nobody can be warned, so nobody is
     * erased.
     */
    async eraseUnused(): Promise<{ warned: number; erased: number }> {
      await (months === 0 ? deleteUses(db) : foldUses(db));
      for (const id of await deleteWithdrawn(db)) await deleteSealedChoices(db, seal.seal(id));
      if (months === 0) return { warned: 0, erased: 0 };
      if (env.SMTP_URL === undefined) return { warned: 0, erased: 0 };
      const erased = await each('erase', erase);
      const last = await each('last', (one) => warn('last', one));
      const first = await each('first', (one) => warn('first', one));
      return { warned: first + last, erased };
    },
  };
}
