import { hasRole } from '@naru/contract/roles';
import type { Actor } from '../../platform/actor.ts';

interface Owned {
  /** Written by the actor. */
  isAuthor: boolean;
}

/** Only the author changes a comment, whatever the rank of others (quality 2.1). */
export function canEdit(comment: Owned): boolean {
  return comment.isAuthor;
}

/** The author, or MANAGER and above (decisions 77). */
export function canRemove(actor: Actor, comment: Owned): boolean {
  return comment.isAuthor || hasRole(actor.roles, 'MANAGER');
}
