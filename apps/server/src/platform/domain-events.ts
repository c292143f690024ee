import { setTimeout as delay } from 'node:timers/promises';
import { backendTrouble } from './database/away.ts';
import type { Log } from './log.ts';

/** Pauses before a handler is tried again while the database is away or busy. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000];

/**
 * What happened, told to other features after the commit. Ids only: whoever reacts reads the rest,
 * and no line joins an anonymous post to its author. `actorId` is who did it, for the rule that
 * nobody is told of own deeds.
 */
export interface DomainEvents {
  'comment-created': { postId: number; commentId: number; actorId: number };
  /** A post or a comment below it was changed or deleted, or is no longer the answer. */
  'thread-changed': { postId: number; actorId: number };
  'comment-liked': { commentId: number; actorId: number };
  'post-liked': { postId: number; actorId: number };
  'answer-accepted': { postId: number; commentId: number; actorId: number };
  /** A question of a lecture room has its first answer. */
  'question-answered': { postId: number; actorId: number };
  /** A post on a board of a lecture room. */
  'lecture-post-created': { postId: number; actorId: number };
  /** A post on one of the notice boards. */
  'notice-posted': { postId: number; actorId: number };
  /** Sessions of the member ended, or its roles or suspension changed. */
  'access-changed': { memberId: number };
  /** A login on a device that the account did not know (quality LG-18). */
  'device-added': { memberId: number };
  /** A stolen or copied refresh token was used (quality TK-06). */
  'refresh-reused': { memberId: number };
  'password-changed': { memberId: number };
  'email-changed': { memberId: number };
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
