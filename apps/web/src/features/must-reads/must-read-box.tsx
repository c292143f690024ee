import { BOARDS, canPin } from '@naru/contract/boards';
import { yearsName } from '@naru/contract/notice-audience';
import type { PostDetail } from '@naru/contract/posts';
import { BookOpenCheck, CircleCheck, ListChecks } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatListDate } from '../../lib/format/dates.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { DueText } from './due-text.tsx';
import { useConfirm } from './must-reads.queries.ts';

const ReadersDialog = lazyPart(async () => (await import('./readers-dialog.tsx')).ReadersDialog);

type MustReadBoxProps = {
  post: PostDetail;
  show: (patch: Partial<PostDetail>) => void;
  /** Reads the post again. */
  reload: () => void;
};

/** The end of a must-read notice: its readers confirm it, its author and staff see who has. */
export function MustReadBox({ post, show, reload }: MustReadBoxProps) {
  const { data: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  const state = post.mustReadState;
  const confirm = useConfirm(post.id, (confirmedAt) => {
    if (state) show({ mustReadState: { ...state, confirmedAt } });
  });
  const said = useRef<HTMLParagraphElement>(null);
  // The button that is gone had the focus.
  useEffect(() => {
    if (confirm.isSuccess) said.current?.focus();
  }, [confirm.isSuccess]);
  if (!state) return null;
  const isWatching = post.isAuthor || canPin(BOARDS[post.boardType], me?.roles ?? []);
  const isWaiting = state.isAsked && state.confirmedAt === null;
  const send = () =>
    confirm.mutate(state, {
      onError: (error) => {
        void alertFailure('확인하지 못했습니다.', error);
        if (error instanceof ApiError && error.code === 'MUST_READ_CHANGED') reload();
      },
    });
  return (
    <section
      aria-label="필독 공지"
      className="flex min-h-19 flex-wrap items-center gap-3 rounded-ctl border border-sea bg-sea-weak px-4 py-3"
    >
      <p
        ref={said}
        tabIndex={-1}
        className="flex min-w-0 flex-1 basis-56 items-start gap-2 text-md outline-none"
      >
        {state.confirmedAt === null ? (
          <BookOpenCheck size={18} className="mt-[0.15em] shrink-0 text-sea" />
        ) : (
          <CircleCheck size={18} className="mt-[0.15em] shrink-0 text-tide" />
        )}
        <span className="min-w-0">
          <Sentence post={post} state={state} />
        </span>
      </p>
      {isWatching && (
        <Button icon={<ListChecks size={16} />} onClick={() => setOpen(true)}>
          확인 현황
        </Button>
      )}
      {isWaiting && (
        <Button
          variant="primary"
          size="lg"
          className="max-md:w-full"
          pending={confirm.isPending}
          onClick={send}
        >
          읽었습니다
        </Button>
      )}
      {isOpen && <ReadersDialog postId={post.id} onClose={() => setOpen(false)} />}
    </section>
  );
}

type State = NonNullable<PostDetail['mustReadState']>;

function Sentence({ post, state }: { post: PostDetail; state: State }): ReactNode {
  const { confirmedAt, isAsked, dueOn } = state;
  if (confirmedAt !== null) return <>{formatListDate(confirmedAt)}에 읽었다고 확인했습니다.</>;
  const due = dueOn && (
    <>
      {' '}
      <DueText dueOn={dueOn} />
    </>
  );
  return isAsked ? (
    <>필독 공지입니다. 끝까지 읽고 확인해 주세요.{due}</>
  ) : (
    <>
      {post.groups ? '받는 사람' : `${yearsName(post.years ?? [])} 학생`}에게 확인을 받는 필독
      공지입니다.{due}
    </>
  );
}
