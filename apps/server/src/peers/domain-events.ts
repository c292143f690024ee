import type { BoardType } from '@naru/contract/boards';
import { persist } from '../platform/database/persist.ts';
import type { Log } from '../platform/log.ts';
import { NO_PEERS, type Peers } from './peers.ts';

/**
 * Hints to other features after a commit. A lost hint only delays its effect: everything that must happen is stored
 * in the transaction that causes it.
 */
export interface DomainEvents {
  /** The member's sessions, roles or suspension changed. Streams also check this periodically. */
  'access-changed': { memberId: number };
  /** Stored notifications wait for delivery. A job also looks for them periodically. */
  'notifications-stored': Record<never, never>;
  /** Somebody wrote on a board: the member, or one who is hidden. */
  'board-posted': { boardType: BoardType; memberId?: number; isHidden?: boolean };
  /** Names, colour or logo of the site changed. */
  'identity-changed': Record<never, never>;
  /** The notice above every page, or whether the site is read-only, changed. Processes also look for that periodically. */
  'site-changed': Record<never, never>;
  /** Hints of other servers may have been lost, including those about live events. */
  'messages-missed': Record<never, never>;
}

export type DomainEventName = keyof DomainEvents;

/**
 * Events that every process of every server handles; other events need only one process. `other-servers.ts` lists
 * their fields.
 */
const FOR_ALL: ReadonlySet<string> = new Set<DomainEventName>([
  'access-changed',
  'board-posted',
  'identity-changed',
  'site-changed',
]);

type Handler<K extends DomainEventName> = (event: DomainEvents[K]) => Promise<void> | void;

export type DomainEventHub = ReturnType<typeof createDomainEvents>;

/** Handlers run one after the other per event; a failing one is logged and the next still runs. */
export function createDomainEvents(log: Pick<Log, 'error'>, peers: Peers = NO_PEERS) {
  const handlers = new Map<DomainEventName, ((event: never) => Promise<void> | void)[]>();
  const running = new Set<Promise<void>>();

  async function notify(name: DomainEventName, event: unknown): Promise<void> {
    for (const handler of handlers.get(name) ?? []) {
      try {
        await persist(async () => handler(event as never));
      } catch (error) {
        log.error({ err: error, event: name }, 'domain event failed');
      }
    }
  }

  function start(name: DomainEventName, event: unknown): void {
    const work = notify(name, event).finally(() => running.delete(work));
    running.add(work);
  }

  peers.on('hint', ({ name, event }) => start(name as DomainEventName, event));

  return {
    /** Notifies the handlers; returns at once and never throws. Call it after the commit. */
    emit<K extends DomainEventName>(name: K, event: DomainEvents[K]): void {
      start(name, event);
      if (FOR_ALL.has(name)) peers.publish('hint', { name, event });
    },
    on<K extends DomainEventName>(name: K, handler: Handler<K>): void {
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
    },
    /** Resolves when all events emitted so far, and those that handlers emit, are handled. */
    async drain(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
