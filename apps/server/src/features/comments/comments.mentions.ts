import { LIMITS } from '@naru/contract/limits';
import { mentionsIn, possibleNames } from '@naru/contract/mentions';
import type { Db } from '../../db/client.ts';
import type { TxStatement } from '../../db/fast/fast.ts';
import { isAnonymousId } from '../../domain/authorship/author.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  type FoundMember,
  prepareFindNamed,
  type StoredMention,
} from './comments.mentions.repo.ts';

interface Writing {
  postId: number;
  content: string;
  /** The writer, who is never meant. */
  memberId: number;
}

const nobody: TxStatement<FoundMember[]> = async () => [];

/** Whether the text may mention somebody: without, no statement is needed. */
export function mayMention({ postId, content }: Pick<Writing, 'postId' | 'content'>): boolean {
  return !isAnonymousId(postId) && possibleNames(content).length > 0;
}

/**
 * Finds the members whom a text below a post may mention: those who may read the post. Nobody below
 * anonymous posts.
 */
export function createMentions(db: Db, { wantsCommentNotifications }: Notifications) {
  const findNamed = prepareFindNamed(db, wantsCommentNotifications);
  return (text: Writing): TxStatement<FoundMember[]> => {
    if (!mayMention(text)) return nobody;
    const { postId, memberId, content } = text;
    return findNamed({ postId, memberId, names: possibleNames(content) });
  };
}

type Notifications = Pick<NotificationsService, 'wantsCommentNotifications'>;

/** Those of the members whom the text mentions, in its order, at most five. */
export function mentionedIn<T extends StoredMention>(content: string, members: readonly T[]): T[] {
  const named = mentionsIn(content, members).map(({ person }) => person);
  return [...new Set(named)].slice(0, LIMITS.mentionsMax);
}

/** What is stored of them; null for none. */
export function storedMentions(mentioned: readonly StoredMention[]): StoredMention[] | null {
  return mentioned.length === 0 ? null : mentioned.map(({ id, name }) => ({ id, name }));
}
