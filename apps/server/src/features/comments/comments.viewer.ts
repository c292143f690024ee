import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Viewer } from './comments.rows.repo.ts';

/** The actor as reader and writer of open and anonymous threads. */
export function viewerOf(seal: Seal, actor: Actor): Viewer {
  return { ...roomViewer(actor), seal: seal.seal(actor.memberId) };
}
