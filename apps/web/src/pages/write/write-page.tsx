import { type Board, editorRole, findBoard } from '@naru/contract/boards';
import { ERRORS } from '@naru/contract/errors';
import { hasRole } from '@naru/contract/roles';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { UnknownBoard } from '../../features/boards/unknown-board.tsx';
import { DraftsButton } from '../../features/drafts/drafts.tsx';
import { PasteForm, PasteLoader } from '../../features/posts/write/paste-form.tsx';
import { PetitionForm } from '../../features/posts/write/petition-form.tsx';
import { EditLoader, PostForm } from '../../features/posts/write/post-form.tsx';
import { ScheduledLoader } from '../../features/posts/write/scheduled-loader.tsx';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

/** `/write/{boardType}` and `/write/{boardType}/{postId}`: the form, or why it is unavailable. */
export function WritePage() {
  const { boardType = '', postId } = useParams({ strict: false });
  const { scheduled } = useSearch({ strict: false });
  const board = findBoard(boardType);
  if (board === null) return <UnknownBoard />;
  const edit = editName(postId, scheduled);
  return (
    <Page title={edit ?? '글쓰기'} width="reading">
      <Writing board={board} postId={postId} edit={edit} />
    </Page>
  );
}

/** What is edited; null for new text. */
function editName(postId: string | undefined, scheduled: number | undefined): string | null {
  if (postId !== undefined) return '글 수정';
  return scheduled === undefined ? null : '예약 수정';
}

type WritingProps = { board: Board; postId: string | undefined; edit: string | null };

function Writing({ board, postId, edit }: WritingProps) {
  const isPasting = board.sourceName !== null;
  const isFixed = board.form === 'petition' && postId !== undefined;
  if (editorRole(board) === null || isFixed) return <NotHere board={board} />;
  const writing = board.form === 'petition' ? '쓰기' : '글쓰기';
  const action = isPasting ? '원문 붙여 넣기' : writing;
  return (
    <>
      <div className="mb-5 flex items-center gap-2.5">
        <Flag name={board.flag} size={24} />
        <PageHeading>
          {board.name} {edit ?? action}
        </PageHeading>
        <DraftsButton />
      </div>
      {board.anonymous && (
        <p className="-mt-3 mb-5 text-ink-2 text-md">
          익명으로 등록됩니다. 작성자는 관리자 두 명이 함께 승인할 때만 확인할 수 있습니다. 쓰던
          글은 계정이 아니라 이 기기에만 임시 저장되고, 로그아웃하거나 로그인이 만료되면 지워집니다.
        </p>
      )}
      <Permitted board={board} postId={postId} />
    </>
  );
}

function NotHere({ board }: { board: Board }) {
  return (
    <>
      <PageHeading hidden>글쓰기</PageHeading>
      <EmptyState
        title={ERRORS.BOARD_NOT_WRITABLE.message}
        action={
          <LinkButton to={PATHS.board} params={{ boardType: board.slug }} variant="primary">
            목록으로 가기
          </LinkButton>
        }
      />
    </>
  );
}

/** Redirects to the list with a message if the role is missing; the server checks again. */
function Permitted({ board, postId }: { board: Board; postId: string | undefined }) {
  const navigate = useNavigate();
  const { scheduled } = useSearch({ strict: false });
  const { data: me } = useMe();
  const required = editorRole(board);
  const isRefused = me !== undefined && required !== null && !hasRole(me.roles, required);
  useEffect(() => {
    if (!isRefused) return;
    toast.error(ERRORS.WRITE_DENIED.message);
    void navigate({ to: PATHS.board, params: { boardType: board.slug }, replace: true });
  }, [isRefused, navigate, board]);

  if (me === undefined || isRefused) return <SkeletonRows rows={6} />;
  // Replaces the entry: Back must not lead to an empty or stale form.
  const toList = () =>
    void navigate({ to: PATHS.board, params: { boardType: board.slug }, replace: true });
  const toScheduled = () =>
    void navigate({ to: PATHS.admin, search: { menu: 'SCHEDULED' }, replace: true });
  const writer = { board, memberId: me.id };
  if (scheduled !== undefined) {
    return <ScheduledLoader key={scheduled} {...writer} id={scheduled} onDone={toScheduled} />;
  }
  const form = { ...writer, onSaved: toList, onScheduled: toScheduled };
  const isPasting = board.sourceName !== null;
  if (postId === undefined) {
    const Form = isPasting ? PasteForm : board.form === 'petition' ? PetitionForm : PostForm;
    return <Form key={board.type} {...form} onCancel={toList} />;
  }
  const Loader = isPasting ? PasteLoader : EditLoader;
  return (
    <Loader
      key={postId}
      {...form}
      postId={postId}
      onCancel={() => void navigate({ to: PATHS.post, params: { boardType: board.slug, postId } })}
    />
  );
}
