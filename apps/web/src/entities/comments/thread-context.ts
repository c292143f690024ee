import { createContext, use } from 'react';
import type { Thread } from './comments.mutations.ts';
import type { SubmitGate } from './submit-gate.ts';

/** The answer of a question; the page brings it, because posts own it. */
export type AcceptedAnswer = {
  commentId: number | null;
  /** The reader may choose: author of the question or staff. */
  canAccept: boolean;
  accept: (commentId: number | null) => void;
};

export type ThreadContextValue = {
  thread: Thread;
  /** One for all forms of the thread: the limit is the member's, not the form's. */
  gate: SubmitGate;
  canWrite: boolean;
  /** The comment below which the one reply box is open. */
  replyingTo: number | null;
  openReply: (commentId: number) => void;
  /** Closes the box if it is still open there, and leads the focus back to its button. */
  closeReply: (commentId: number) => void;
  /** Gives the focus a place when the comment that had it is gone. */
  focusThread: () => void;
  answer?: AcceptedAnswer;
};

export const ThreadContext = createContext<ThreadContextValue | null>(null);

export function useThread(): ThreadContextValue {
  const value = use(ThreadContext);
  if (!value) throw new Error('A part of a comment thread stands outside its section.');
  return value;
}

/** The id of the button that opens the reply box of a comment. */
export function replyButtonId(commentId: number): string {
  return `reply-to-${commentId}`;
}
