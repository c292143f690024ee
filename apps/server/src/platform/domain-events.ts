import { setTimeout as delay } from 'node:timers/promises';
import { backendTrouble } from './database/away.ts';
import type { Log } from './log.ts';

/** Pauses before a handler is tried again while the database is away or busy. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000];

/**
 * Hints to other features after the commit. A lost one delays something and loses nothing: what must
 * happen is written in the transaction of its cause.
 */
export interface DomainEvents {
  /** Sessions of the member ended, or its roles or suspension changed; streams look by themselves too. */
  'access-changed': { memberId: number };
  /** Notifications wait to be written for their members; a job looks for them too. */
  'notifications-stored': Record<never, never>;
}

export type DomainEventName = keyof DomainEvents;

type Handler<K extends DomainEventName> = (event: DomainEvents[K]) => Promise<void> | void;

export interface DomainEventHub {
  /** Tells the handlers; returns at once and never throws. Call it after the commit. */
  emit<K extends DomainEventName>(name: K, event: DomainEvents[K]): void;
  on<K extends DomainEventName>(name: K, handler: Handler<K>): void;
  /** Waits until everything told so far has been dealt with. */
  drain(): Promise<void>;
}

/** Nobody waits for an answer here: what fails for want of a database is done a little later. */
async function persist(work: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (backendTrouble(error) !== 'away') throw error;
    }
    await delay(pause);
  }
  return work();
}

/** Handlers run one after the other per event; a failing one is logged and stops nobody. */
export function createDomainEvents(log: Pick<Log, 'error'>): DomainEventHub {
  const handlers = new Map<DomainEventName, ((event: never) => Promise<void> | void)[]>();
  const running = new Set<Promise<void>>();

  async function tell(name: DomainEventName, event: unknown): Promise<void> {
    for (const handler of handlers.get(name) ?? []) {
      try {
        await persist(async () => handler(event as never));
      } catch (error) {
        log.error({ err: error, event: name }, 'domain event failed');
      }
    }
  }

  return {
    emit(name, event) {
      const work = tell(name, event).finally(() => running.delete(work));
      running.add(work);
    },
    on(name, handler) {
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
    },
    async drain() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
