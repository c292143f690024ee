import type { Comment } from '@naru/contract/comments';
import { Lock } from 'lucide-react';
import { CommentForm } from './comment-form.tsx';
import { useAddComment } from './comments.mutations.ts';
import { COMMENT_TEXTS } from './comments.texts.ts';
import { useThread } from './thread-context.ts';
import { useCommentDraft } from './use-comment-draft.ts';

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
      placeholder={
        thread.anonymous ? COMMENT_TEXTS.anonymousPlaceholder : COMMENT_TEXTS.placeholder
      }
      text={text}
      onText={setText}
      onSubmit={(content) => void send(content)}
    />
  );
}

function CommentDenied() {
  return (
    <div className="flex items-start gap-3 rounded-ctl border border-line bg-deck px-4 py-3.5">
      <Lock size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
      <div>
        <p className="font-semibold text-md">{COMMENT_TEXTS.denied}</p>
        <p className="text-ink-3 text-sm">{COMMENT_TEXTS.deniedHint}</p>
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
        placeholder={COMMENT_TEXTS.replyPlaceholder}
        text={text}
        onText={setText}
        onSubmit={(content) => void submit(content)}
        onCancel={close}
        autoFocus
      />
    </div>
  );
}
