import { LIMITS } from '@naru/contract/limits';
import { createContext, use } from 'react';
import type { Thread } from './comments.mutations.ts';

export type SubmitGate = {
  /** True if a submission may start; it stays pending until `done`. */
  enter: () => boolean;
  /** `isPaced`: the next one must keep the pause. */
  done: (isPaced: boolean) => void;
};

/**
 * Ignores a submission while one is pending and within a second of the previous one. The server has
 * the same limit per member, counted from arrival; here the second starts at the response, so that
 * network delay never triggers it.
 */
export function createSubmitGate(now: () => number = Date.now): SubmitGate {
  let pending = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    enter() {
      if (pending || now() - last < LIMITS.commentThrottleMs) return false;
      pending = true;
      return true;
    },
    done(isPaced) {
      pending = false;
      if (isPaced) last = now();
    },
  };
}

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
  /** The viewer may remove comments of others, with a reason. */
  canModerate: boolean;
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
