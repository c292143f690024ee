import { doorViewer } from '../../db/room-doors.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, cutToMinute } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Viewer } from './comments.rows.repo.ts';

/** The actor as reader and writer of open and anonymous threads. */
export function viewerOf(seal: Seal, actor: Actor): Viewer {
  return { ...doorViewer(actor), seal: seal.seal(actor.memberId) };
}

/** Now; in anonymous threads cut to the minute (quality AN-23). */
export function timeOf(isAnonymous: boolean, clock: Clock): Date {
  return isAnonymous ? cutToMinute(clock.now()) : clock.now();
}
