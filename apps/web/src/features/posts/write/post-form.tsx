import type { Board } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { WritingForm } from '../../../entities/writing/writing-form.tsx';
import { savePost } from './write.calls.ts';

type PostFormProps = {
  board: Board;
  /** Null for a new post. */
  postId: number | null;
  memberId: number;
  initial: { title: string; html: string };
  onSaved: () => void;
  onCancel: () => void;
};

/** The form of a post on a board. */
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
