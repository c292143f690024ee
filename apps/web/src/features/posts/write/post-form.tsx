import type { Board } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { WritingForm } from '../../../entities/writing/writing-form.tsx';
import { savePost } from '../save-post.ts';

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
      save={(writing) => savePost(postId, { boardType: board.type, ...writing })}
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
