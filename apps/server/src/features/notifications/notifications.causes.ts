import type { BoardType } from '@naru/contract/boards';
import type { HandledContent } from '../../domain/moderation/staff-actions.ts';
import type { AnswerDebt, PetitionProgress } from '../../domain/notifications/petition-texts.ts';
import type { InquiryFacts } from '../../domain/notifications/texts.ts';

export interface OnPost {
  postId: number;
  actorId: number;
}
export interface OnThread extends OnPost {
  /** What changed; the state of the post without it. `text` changes no notification. */
  part?: 'post' | 'comments' | 'mentions' | 'mustRead' | 'likes' | 'text';
  /** Whose likes, if not those of the post. */
  commentId?: number | null;
}
export interface OnComment {
  commentId: number;
  actorId: number;
}

type BlindOf<What extends string> = `${What}Blinded` | `${What}Unblinded`;

/** An event on a post or a comment below it. */
export type ThreadCause =
  | {
      name: 'commentCreated' | 'commentLiked' | 'answerAccepted' | BlindOf<'comment'>;
      what: OnComment;
    }
  | { name: 'threadChanged'; what: OnThread }
  | { name: 'postLiked' | 'questionAnswered' | BlindOf<'post'>; what: OnPost };

export interface AnsweredObjection extends InquiryFacts {
  kind: 'inquiryCompleted' | 'inquiryFollowedUp';
}

/** Causes whose recipient may be an anonymous author. */
export type HandledCause =
  | { name: 'contentHandled'; what: HandledContent }
  | { name: 'objectionAnswered'; what: AnsweredObjection }
  | { name: 'objectionArrived' };

/** A new anonymous post, of which open pages or the professor of a lecture room are notified. */
type PostedCause =
  | { name: 'boardPosted'; boardType: BoardType }
  | { name: 'lecturePostCreated'; what: OnPost };

/** What has come of a petition, for its author, the body that owes the answer, or those who signed. */
export type OnPetition = { postId: number } & (
  | {
      to: 'author';
      progress: PetitionProgress;
      /** Who did it, and needs no notification of it. */
      actorId?: number;
    }
  | { to: 'body'; debt: AnswerDebt }
  | { to: 'signers' }
);

/** Signers who are notified in the same minute, in milliseconds. */
export type Round = [minute: number, memberIds: number[]];

export type PetitionCause =
  | { name: 'petitionProgressed'; what: OnPetition }
  | { name: 'signersNotified'; postId: number; rounds: Round[] };

export type Cause = ThreadCause | HandledCause | PostedCause | PetitionCause;

export function isPetitionCause(cause: Cause): cause is PetitionCause {
  return cause.name === 'petitionProgressed' || cause.name === 'signersNotified';
}

export function isHandledCause(cause: Cause): cause is HandledCause {
  return ['contentHandled', 'objectionAnswered', 'objectionArrived'].includes(cause.name);
}
