import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { DONE } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, Hourglass, PenLine, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { refreshRooms } from '../../../entities/lecture-posts/refresh-rooms.ts';
import { PostHeader } from '../../../entities/posts/post-author.tsx';
import { api } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { AnswerBadge, daysSince, tabOf, waitingLabel } from '../lecture-post-row.tsx';
import { patchLecturePost } from '../lecture-posts.queries.ts';

type LecturePostHeadProps = { post: LecturePost; author: ReactNode; actions: ReactNode };

const CRUMB =
  'min-w-0 truncate rounded-sm font-semibold text-ink-2 hover:text-ink max-md:-my-3 max-md:py-3';

export function LecturePostHead({ post, author, actions }: LecturePostHeadProps) {
  const params = { lectureId: String(post.lectureRoomId) };
  return (
    <PostHeader
      crumbs={
        <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
          <Link to={PATHS.lecture} params={params} className={CRUMB}>
            {post.lectureTitle}
          </Link>
          <ChevronRight size={14} className="shrink-0 text-ink-3" />
          <Link
            to={PATHS.lecture}
            params={params}
            search={{ tab: tabOf(post.boardType) }}
            className={CRUMB}
          >
            {LECTURE_BOARDS[post.boardType].name}
          </Link>
          <AnswerBadge post={post} className="ml-1" />
        </div>
      }
      title={post.title}
      author={author}
      actions={actions}
    />
  );
}

// The editor is large and few readers answer.
const AnswerForm = lazy(async () => ({
  default: (await import('./answer-form.tsx')).AnswerForm,
}));

type AnswerSectionProps = {
  post: LecturePost;
  memberId: number | undefined;
  /** Author and date of the answer; rendered by the page, as features do not import each other. */
  author: ReactNode;
  content: ReactNode;
};

export function AnswerSection({ post, memberId, author, content }: AnswerSectionProps) {
  const [isWriting, setWriting] = useState(false);
  if (isWriting && memberId !== undefined) {
    return (
      <Frame answered={post.answered} title={post.answered ? '답변 수정' : '답변 쓰기'}>
        <Suspense fallback={<Skeleton className="h-48 rounded-ctl" />}>
          <AnswerForm post={post} memberId={memberId} onDone={() => setWriting(false)} />
        </Suspense>
      </Frame>
    );
  }
  if (post.answer === null) {
    return (
      <Frame answered={false} title="답변을 기다리고 있습니다.">
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-2 text-md">
            {post.canAnswer
              ? waitingLabel(daysSince(post.createdDate))
              : '아직 답변이 없습니다. 교수가 답변하면 여기에 나타납니다.'}
          </p>
          {post.canAnswer && (
            <Button variant="primary" icon={<PenLine size={16} />} onClick={() => setWriting(true)}>
              답변 쓰기
            </Button>
          )}
        </div>
      </Frame>
    );
  }
  return (
    <Frame
      answered
      title="답변"
      actions={post.canAnswer && <AnswerActions post={post} onEdit={() => setWriting(true)} />}
    >
      {author}
      <div className="pt-4">{content}</div>
    </Frame>
  );
}

type FrameProps = { answered: boolean; title: string; actions?: ReactNode; children: ReactNode };

function Frame({ answered, title, actions, children }: FrameProps) {
  const Icon = answered ? CircleCheck : Hourglass;
  return (
    <section
      aria-label="답변"
      aria-live="polite"
      className={`rounded-card border-l-4 px-5 py-4 max-md:px-4 ${
        answered ? 'border-tide bg-tide-weak' : 'border-gold bg-gold-weak'
      }`}
    >
      <div className="mb-3 flex min-h-8 items-center gap-2">
        <Icon size={18} className={answered ? 'text-tide' : 'text-gold'} />
        <h2 className="flex-1 font-bold">{title}</h2>
        <div className="-my-2 -mr-2 flex empty:hidden">{actions}</div>
      </div>
      {children}
    </section>
  );
}

function AnswerActions({ post, onEdit }: { post: LecturePost; onEdit: () => void }) {
  const remove = useRemoveAnswer(post);
  const ask = async () => {
    const isConfirmed = await confirmDialog({
      title: '이 답변을 삭제할까요?',
      body: '질문은 다시 답변 대기로 돌아갑니다.',
      confirmLabel: '삭제',
      danger: true,
    });
    if (isConfirmed) remove.mutate();
  };
  return (
    <>
      <IconButton label="답변 수정" onClick={onEdit}>
        <PenLine size={16} />
      </IconButton>
      <IconButton label="답변 삭제" onClick={() => void ask()}>
        <Trash2 size={16} />
      </IconButton>
    </>
  );
}

function useRemoveAnswer(post: LecturePost) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api('DELETE /api/lecture-room/:lectureId/posts/:postId/answer', {
        params: { lectureId: post.lectureRoomId, postId: post.id },
      }),
    onSuccess: () => {
      const gone = { answer: null, answerWriter: null, answerDate: null, answerUpdatedDate: null };
      patchLecturePost(client, post, { ...gone, answered: false });
      void refreshRooms(client);
      toast.success(DONE.answerRemoved);
    },
    onError: (error) => toast.error(messageOf(error, '답변을 삭제하지 못했습니다.')),
  });
}
