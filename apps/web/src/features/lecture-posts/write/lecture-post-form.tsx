import type { LectureBoardType } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useAttachments } from '../../../entities/attachments/use-attachments.ts';
import { lecturePostKeys } from '../../../entities/keys.ts';
import { refreshRooms } from '../../../entities/lecture-posts/refresh-rooms.ts';
import { type Writing, WritingForm } from '../../../entities/writing/writing-form.tsx';
import { api } from '../../../lib/api/api.ts';
import { ANONYMOUS_DRAFTS } from '../../../lib/draft.ts';
import { CategoryFields, useCategory } from './category-fields.tsx';

const SERVER_FAILED = '서버 오류가 발생했습니다.';

type LecturePostFormProps = {
  lectureId: number;
  memberId: number;
  /** Null for a new post. */
  post: LecturePost | null;
  boards: readonly LectureBoardType[];
  /** The `tab` parameter of the address, unchecked. */
  requestedTab: string | undefined;
  onSaved: (saved: { id: number; board: LectureBoardType }) => void;
  onCancel: () => void;
};

export function LecturePostForm(props: LecturePostFormProps) {
  const { lectureId, memberId, post, boards, onSaved, onCancel } = props;
  const client = useQueryClient();
  const category = useCategory(props);
  const { board, isAnonymous } = category;
  const attachments = useAttachments(post?.attachments ?? []);
  const postId = post?.id ?? null;
  // An anonymous draft has a key that logout clears; saving removes the draft under both keys.
  const named = { memberId, boardType: `LECTURE-${lectureId}`, postId };
  const secret = { ...named, boardType: `${ANONYMOUS_DRAFTS}-${named.boardType}` };

  async function save(writing: Writing) {
    // `onCheck` has already rejected a missing category.
    if (board === null) throw new TypeError('a post without a category');
    const body = {
      ...writing,
      lectureId,
      boardType: board,
      anonymous: isAnonymous,
    };
    const { id } =
      postId === null
        ? await api('POST /api/post/lecture-post-up', { body })
        : await api('PUT /api/post/lecture-post-up/:postId', { params: { postId }, body });
    await client.invalidateQueries({ queryKey: lecturePostKeys.inAnyRoom(id) });
    void refreshRooms(client);
    return id;
  }

  return (
    <WritingForm
      isNew={post === null}
      draftKeys={isAnonymous ? [secret, named] : [named, secret]}
      // Its author may choose to be anonymous until it is sent.
      staysHere={category.allowsAnonymous && post === null}
      initial={{ title: post?.title ?? '', html: post?.content ?? '' }}
      texts={{ required: TEXTS.lecturePostRequired, unknownFailure: SERVER_FAILED }}
      choices={category.choices}
      onRestoreChoices={category.restore}
      attachments={isAnonymous ? null : attachments}
      onCheck={category.check}
      save={save}
      onSaved={(id) => board && onSaved({ id, board })}
      onCancel={onCancel}
      head={<CategoryFields category={category} boards={boards} isSettled={post !== null} />}
    />
  );
}
