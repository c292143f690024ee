import type { Comment } from '@naru/contract/comments';
import { useQueryClient } from '@tanstack/react-query';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { CommentForm } from './comment-form.tsx';
import { useAddComment } from './comments.mutations.ts';
import { bringIntoView } from './just-sent.ts';
import { useNewPicture } from './picture-field.tsx';
import { lectureThreadApi } from './thread-api.ts';
import { useThread } from './thread-context.ts';
import { queueComment } from './unsent.ts';
import { useCommentDraft } from './use-comment-draft.ts';

const CommentDenied = quietPart(async () => (await import('./refused-comment.tsx')).CommentDenied);

const PICTURE_OFFLINE =
  '연결이 끊겨 등록하지 못했습니다. 사진이 있는 댓글은 자동으로 보내지 않으니, 연결된 뒤에 등록을 눌러 주세요.';

/**
 * Sends through the submit gate. A refused text returns to the form; one that did not reach the server
 * leaves it and is sent later (`unsent.ts`), unless it has a picture.
 */
function useSend(parentId: number | null, replyTo: Comment | undefined) {
  const { thread, gate } = useThread();
  const client = useQueryClient();
  const add = useAddComment(thread);
  const { postId, me, anonymous: isAnonymous, threadApi } = thread;
  const { picture, choose, clear, describe } = useNewPicture();
  const { text, setText, draft, take, settle } = useCommentDraft({
    memberId: me?.id,
    postId,
    replyTo: replyTo?.id ?? parentId,
    isAnonymous,
  });
  const sendLater = (content: string, clientId: string): boolean => {
    if (me === undefined) return false;
    const isLecture = threadApi === lectureThreadApi;
    const answered = replyTo && { id: replyTo.id, writerNickname: replyTo.writerNickname };
    const where = { memberId: me.id, postId, isAnonymous, isLecture };
    bringIntoView(clientId);
    return queueComment(client, {
      ...where,
      content,
      clientId,
      parentId,
      replyTo: answered ?? null,
      path: window.location.pathname,
    });
  };
  /** A picture stays with its text in the form: it cannot wait for the network. */
  const keepUnsent = (content: string, clientId: string): boolean => {
    if (picture === null) return sendLater(content, clientId);
    toast.error(PICTURE_OFFLINE);
    return false;
  };
  return {
    text,
    onText: setText,
    draft,
    picture: { picture, choose, clear, describe },
    /** Resolves to true when the comment is stored, or waits for the network. The mutation shows what failed. */
    async send(content: string): Promise<boolean> {
      if (!gate.enter()) return false;
      const clientId = take(content);
      const shown = picture?.url ? { url: picture.url, alt: picture.alt.trim() } : undefined;
      try {
        await add.mutateAsync({ content, parentId, replyTo, picture: shown, clientId });
        gate.done(true);
        settle(true);
        clear();
        return true;
      } catch (error) {
        const isAway = isUnreachable(error);
        gate.done(!isAway);
        const isQueued = isAway && keepUnsent(content, clientId);
        settle(isQueued);
        return isQueued;
      }
    },
  };
}

export function NewComment() {
  const { canWrite } = useThread();
  return canWrite ? <NewCommentForm /> : <CommentDenied />;
}

function NewCommentForm() {
  const { thread } = useThread();
  const { text, onText, draft, picture, send } = useSend(null, undefined);
  return (
    <CommentForm
      docked
      label="댓글 쓰기"
      placeholder={thread.anonymous ? '익명으로 댓글을 입력해 주세요' : '댓글을 입력해 주세요'}
      text={text}
      onText={onText}
      draft={draft}
      picture={picture}
      onSubmit={(content) => void send(content)}
    />
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
  const { text, onText, draft, picture, send } = useSend(parentId, replyTo);
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
        onText={onText}
        draft={draft}
        picture={picture}
        onSubmit={(content) => void submit(content)}
        onCancel={close}
        autoFocus
      />
    </div>
  );
}
