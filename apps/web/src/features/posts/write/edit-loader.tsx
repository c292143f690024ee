import type { Board } from '@naru/contract/boards';
import { ERRORS } from '@naru/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { OwnPost } from '../../../entities/writing/own-post.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { editablePostQuery } from '../posts.queries.ts';
import { PostForm } from './post-form.tsx';

type EditLoaderProps = {
  board: Board;
  /** From the address, unchecked. */
  postId: string;
  memberId: number;
  onSaved: () => void;
  onCancel: () => void;
};

/** Loads the member's own post into the form. */
export function EditLoader({ postId, ...form }: EditLoaderProps) {
  const id = Number(postId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({ ...editablePostQuery(id), enabled: isId });
  if (!isId) return <EmptyState title={ERRORS.POST_NOT_FOUND.message} />;
  return (
    <OwnPost query={query} isHere={(post) => post.boardType === form.board.type}>
      {({ title, content }) => (
        <PostForm {...form} postId={id} initial={{ title, html: content }} />
      )}
    </OwnPost>
  );
}
