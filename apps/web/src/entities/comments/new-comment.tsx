import type { Comment } from '@naru/contract/comments';
import { Lock } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  ANONYMOUS_DRAFTS,
  type DraftKey,
  loadDraft,
  removeDraft,
  saveDraft,
} from '../../lib/draft.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useWayToStudent } from '../member/way-to-student.ts';
import { CommentForm } from './comment-form.tsx';
import { useAddComment } from './comments.mutations.ts';
import { useThread } from './thread-context.ts';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

type DraftTarget = {
  memberId: number | undefined;
  postId: number;
  replyTo: number | null;
  isAnonymous: boolean;
};

function keyOf({ memberId, postId, replyTo, isAnonymous }: DraftTarget): DraftKey | null {
  if (memberId === undefined) return null;
  const kind = replyTo === null ? 'comment' : `reply-${replyTo}`;
  return { memberId, boardType: isAnonymous ? `${ANONYMOUS_DRAFTS}-${kind}` : kind, postId };
}

/**
 * The text of a comment form, saved as a draft: debounced, and at once when the form unmounts or
 * the page is hidden.
 */
function useCommentDraft({ memberId, postId, replyTo, isAnonymous }: DraftTarget) {
  const [text, showText] = useState(() => {
    const key = keyOf({ memberId, postId, replyTo, isAnonymous });
    return key ? (loadDraft(key, isText)?.content ?? '') : '';
  });
  // Ahead of the state, so that sending and closing in one step keeps no draft.
  const newest = useRef(text);
  const keep = useCallback(() => {
    const key = keyOf({ memberId, postId, replyTo, isAnonymous });
    if (!key) return;
    if (newest.current.trim()) saveDraft(key, newest.current);
    else removeDraft(key);
  }, [memberId, postId, replyTo, isAnonymous]);

  const settled = useDebouncedText(text);
  useEffect(() => {
    if (settled === newest.current) keep();
  }, [settled, keep]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  const setText = useCallback((next: string) => {
    newest.current = next;
    showText(next);
  }, []);
  /** Returns a rejected text to the form, or to the draft if the form is gone. */
  const restore = (content: string) => {
    const typed = newest.current;
    setText(typed ? `${content}\n${typed}` : content);
    keep();
  };
  return { text, setText, restore };
}

/** Sends through the submit gate; a failed text returns to the form. */
function useSend(parentId: number | null, replyTo: Comment | undefined) {
  const { thread, gate } = useThread();
  const add = useAddComment(thread);
  const { text, setText, restore } = useCommentDraft({
    memberId: thread.me?.id,
    postId: thread.postId,
    replyTo: replyTo?.id ?? parentId,
    isAnonymous: thread.anonymous,
  });
  /** Resolves to true when the server has stored the comment. */
  const send = async (content: string): Promise<boolean> => {
    if (!gate.enter()) return false;
    setText('');
    try {
      await add.mutateAsync({ content, parentId, replyTo });
      return true;
    } catch {
      // The mutation has shown the error.
      restore(content);
      return false;
    } finally {
      gate.done();
    }
  };
  return { text, setText, send };
}

export function NewComment() {
  const { canWrite } = useThread();
  return canWrite ? <NewCommentForm /> : <CommentDenied />;
}

function NewCommentForm() {
  const { thread } = useThread();
  const { text, setText, send } = useSend(null, undefined);
  return (
    <CommentForm
      label="댓글 쓰기"
      placeholder={thread.anonymous ? '익명으로 댓글을 입력해 주세요' : '댓글을 입력해 주세요'}
      text={text}
      onText={setText}
      onSubmit={(content) => void send(content)}
    />
  );
}

function CommentDenied() {
  const way = useWayToStudent();
  return (
    <div className="flex items-start gap-3 rounded-ctl border border-line bg-deck px-4 py-3.5">
      <Lock size={18} className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0">
        <p className="font-semibold text-md">댓글 작성 권한이 없습니다.</p>
        <p className="text-ink-3 text-sm">
          학생 이상 회원만 댓글과 답글을 쓸 수 있습니다. {way.hint}
        </p>
        <LinkButton {...way.link} size="sm" className="mt-2.5">
          {way.label}
        </LinkButton>
      </div>
    </div>
  );
}

type ReplyFormProps = {
  /** The top-level comment of the thread. */
  parentId: number;
  /** The reply being answered; undefined for the top-level comment itself. */
  replyTo?: Comment;
  /** Runs before the request, to expand the replies. */
  onSend?: () => void;
};

export function ReplyForm({ parentId, replyTo, onSend }: ReplyFormProps) {
  const { closeReply } = useThread();
  const { text, setText, send } = useSend(parentId, replyTo);
  const close = () => closeReply(replyTo?.id ?? parentId);
  const submit = async (content: string) => {
    onSend?.();
    if (await send(content)) close();
  };
  return (
    <div className="mt-3">
      {replyTo && (
        <p className="mb-1.5 text-ink-3 text-sm">
          <bdi className="font-semibold text-sea">@{replyTo.writerNickname}</bdi> 님에게 답글
        </p>
      )}
      <CommentForm
        label="답글 쓰기"
        placeholder="답글을 입력해 주세요"
        text={text}
        onText={setText}
        onSubmit={(content) => void submit(content)}
        onCancel={close}
        autoFocus
      />
    </div>
  );
}
