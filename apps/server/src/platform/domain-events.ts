import type { Log } from './log.ts';

/**
 * What happened, told to other features after the commit. Ids only: whoever reacts reads the rest,
 * and no line joins an anonymous post to its author. `actorId` is who did it, for the rule that
 * nobody is told of own deeds.
 */
export interface DomainEvents {
  'comment-created': { postId: number; commentId: number; actorId: number };
  /** A comment was edited or deleted, or is no longer the answer: open pages show it. */
  'thread-changed': { postId: number; actorId: number };
  'comment-liked': { commentId: number; actorId: number };
  'post-liked': { postId: number; actorId: number };
  'answer-accepted': { postId: number; commentId: number; actorId: number };
  /** A post on one of the notice boards. */
  'notice-posted': { postId: number; actorId: number };
  /** Sessions of the member ended, or its roles or suspension changed. */
  'access-changed': { memberId: number };
  /** A login on a device that the account did not know (quality LG-18). */
  'device-added': { memberId: number };
  /** A stolen or copied refresh token was used (quality TK-06). */
  'refresh-reused': { memberId: number };
  'password-changed': { memberId: number };
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

/** Handlers run one after the other per event; a failing one is logged and stops nobody. */
export function createDomainEvents(log: Pick<Log, 'error'>): DomainEventHub {
  const handlers = new Map<DomainEventName, ((event: never) => Promise<void> | void)[]>();
  const running = new Set<Promise<void>>();

  async function tell(name: DomainEventName, event: unknown): Promise<void> {
    for (const handler of handlers.get(name) ?? []) {
      try {
        await handler(event as never);
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
