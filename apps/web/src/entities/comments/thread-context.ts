import { createContext, use } from 'react';
import type { Thread } from './comments.mutations.ts';
import type { SubmitGate } from './submit-gate.ts';

/** The accepted answer of a question; provided by the page, which owns the post. */
export type AcceptedAnswer = {
  commentId: number | null;
  /** Author of the question or staff. */
  canAccept: boolean;
  accept: (commentId: number | null) => void;
};

export type ThreadContextValue = {
  thread: Thread;
  /** Shared by all forms of the thread: the limit applies per member. */
  gate: SubmitGate;
  canWrite: boolean;
  /** The comment whose reply box is open. */
  replyingTo: number | null;
  openReply: (commentId: number) => void;
  /** Closes the box if it is open there and returns the focus to its button. */
  closeReply: (commentId: number) => void;
  /** Moves the focus to the thread when the focused comment is removed. */
  focusThread: () => void;
  answer?: AcceptedAnswer;
};

export const ThreadContext = createContext<ThreadContextValue | null>(null);

export function useThread(): ThreadContextValue {
  const value = use(ThreadContext);
  if (!value) throw new Error('A part of a comment thread stands outside its section.');
  return value;
}

export function replyButtonId(commentId: number): string {
  return `reply-to-${commentId}`;
}
