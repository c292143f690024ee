import { LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import {
  lecturePostKeys,
  refreshRooms,
} from '../../../entities/lecture-posts/lecture-post-keys.ts';
import { type Writing, WritingForm } from '../../../entities/writing/writing-form.tsx';
import { api } from '../../../lib/api/api.ts';
import { ANONYMOUS_DRAFTS } from '../../../lib/draft.ts';
import { toast } from '../../../ui/toast.ts';
import { AttachmentsField } from './attachments-field.tsx';
import { CategoryFields, useCategory } from './category-fields.tsx';
import { type Attachments, useAttachments } from './use-attachments.ts';

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
  const hasFiles = board !== null && LECTURE_BOARDS[board].hasFiles;
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
      attachments: hasFiles ? attachments.keys : [],
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
      initial={{ title: post?.title ?? '', html: post?.content ?? '' }}
      texts={{ required: TEXTS.lecturePostRequired, unknownFailure: SERVER_FAILED }}
      choices={category.choices}
      onRestoreChoices={category.restore}
      others={attachments.keys.join()}
      isTouched={attachments.hasNew}
      onCheck={() => category.check() && (!hasFiles || areComplete(attachments))}
      save={save}
      onSaved={(id) => board && onSaved({ id, board })}
      onCancel={onCancel}
      head={<CategoryFields category={category} boards={boards} isSettled={post !== null} />}
      foot={hasFiles && <AttachmentsField attachments={attachments} />}
    />
  );
}

/** Shows why the files are incomplete; true when all are stored. */
function areComplete({ isUploading, hasFailed }: Attachments): boolean {
  if (isUploading) toast.info('파일을 올리고 있습니다. 끝난 뒤에 다시 눌러 주세요.');
  else if (hasFailed) toast.error('올리지 못한 파일이 있습니다. 다시 올리거나 목록에서 빼 주세요.');
  return !(isUploading || hasFailed);
}
