import type { Board, BoardType } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { type Writing, WritingForm } from '../../../entities/writing/writing-form.tsx';
import { api } from '../../../lib/api/api.ts';

type PostFormProps = {
  board: Board;
  postId: number | null;
  memberId: number;
  initial: { title: string; html: string };
  onSaved: () => void;
  onCancel: () => void;
};

export function PostForm(props: PostFormProps) {
  const { board, postId, memberId, initial, onSaved, onCancel } = props;
  const client = useQueryClient();
  return (
    <WritingForm
      isNew={postId === null}
      draftKeys={[{ memberId, boardType: board.type, postId }]}
      initial={initial}
      texts={{ required: TEXTS.postRequired, unknownFailure: '서버 에러 발생' }}
      titleHint={prefixHint(board, postId)}
      save={(writing) => savePost(board.type, postId, writing)}
      onSaved={() => {
        void client.invalidateQueries();
        onSaved();
      }}
      onCancel={onCancel}
    />
  );
}

function prefixHint(board: Board, postId: number | null): string | undefined {
  if (board.titlePrefix === null || postId !== null) return undefined;
  return `제목이 ${board.titlePrefix}으로 시작하지 않으면 앞에 붙습니다. 대상이 다르면 등록한 뒤 수정해 주세요.`;
}

/** Creates a post, or updates the one with `postId`; returns its id. */
async function savePost(
  boardType: BoardType,
  postId: number | null,
  writing: Writing,
): Promise<number> {
  const body = { boardType, ...writing };
  const { id } =
    postId === null
      ? await api('POST /api/post/post-up', { body })
      : await api('PUT /api/post/post-up/:postId', { params: { postId }, body });
  return id;
}
