import type { LiveEvent } from '@naru/contract/events';
import type { Tx } from '../../db/client.ts';
import type { Seal } from '../../platform/seal.ts';
import { listEventsSince, replacePayload } from './live.repo.ts';
import { openEvent, sealEvent } from './live-events.ts';

export interface StoredEvents {
  memberIds: number[];
  since: Date;
}

/** Returns what replaces the event; null keeps it. */
export type ChangeEvent = (event: LiveEvent) => LiveEvent | null;

/** Replaces stored events of members under their numbers: streams that resume get the new ones. */
export async function rewriteEvents(
  tx: Tx,
  seal: Seal,
  stored: StoredEvents,
  change: ChangeEvent,
): Promise<void> {
  for (const { payload, ...place } of await listEventsSince(tx, stored)) {
    const event = openEvent(seal, payload);
    const next = event && change(event);
    if (next !== null) await replacePayload(tx, place, sealEvent(seal, next));
  }
}
