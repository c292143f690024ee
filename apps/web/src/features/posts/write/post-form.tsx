import { type Board, NOTICE_PREFIX } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { ApiError, fieldErrorOf, messageOf } from '../../../lib/api/api-error.ts';
import { formatListDate } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import {
  countUploads,
  getEditorHtml,
  isEditorBlank,
  listImages,
  setEditorHtml,
} from '../../../ui/editor/editor-html.ts';
import { RichEditor } from '../../../ui/editor/rich-editor.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { DraftBar } from './draft-bar.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { type DraftContent, usePostDraft } from './use-post-draft.ts';
import { savePost, type Writing } from './write.calls.ts';
import { WRITE_TEXTS } from './write.texts.ts';

/** Dropping and pasting files is for mice and keyboards. */
const PLACEHOLDER = matchMedia('(pointer: coarse)').matches
  ? '내용을 입력해 주세요.'
  : '내용을 입력해 주세요. 이미지는 끌어다 놓거나 붙여 넣을 수 있습니다.';

type PostFormProps = {
  board: Board;
  /** Null for a new post. */
  postId: number | null;
  memberId: number;
  initial: DraftContent;
  onSaved: () => void;
  onCancel: () => void;
};

/** Title and text of a post, with draft, leave warning and the checks of spec 5. */
export function PostForm(props: PostFormProps) {
  const { board, postId, memberId, initial, onSaved, onCancel } = props;
  const client = useQueryClient();
  const editor = useRef<Editor | null>(null);
  const isDirty = useRef(false);
  const [title, setTitle] = useState(initial.title);
  const [problem, setProblem] = useState<'title' | 'content' | null>(null);
  const draft = usePostDraft({
    memberId,
    boardType: board.type,
    postId,
    initial,
    onFull: () => toast.error(WRITE_TEXTS.draftFailed),
  });
  useLeaveWarning(() => isDirty.current);

  const saving = useMutation({
    mutationFn: (writing: Writing) => savePost(board.type, postId, writing),
    // What is on its way must not change under the hand: it could not be told from what was sent.
    onMutate: () => editor.current?.setEditable(false, false),
    onSettled: () => editor.current?.setEditable(true, false),
    onSuccess: () => {
      isDirty.current = false;
      draft.drop();
      void client.invalidateQueries();
      toast.success(postId === null ? WRITE_TEXTS.created : WRITE_TEXTS.updated);
      onSaved();
    },
    onError: (error) => {
      const fallback = postId === null ? WRITE_TEXTS.createFailed : WRITE_TEXTS.updateFailed;
      if (fieldErrorOf(error, 'title')) setProblem('title');
      const isKnown = error instanceof ApiError;
      toast.error(isKnown ? messageOf(error, fallback) : WRITE_TEXTS.unknownFailure);
    },
  });

  function changed(next: Partial<DraftContent>) {
    isDirty.current = true;
    setProblem(null);
    const html = editor.current ? getEditorHtml(editor.current) : initial.html;
    draft.keep({ title, html, ...next });
  }

  function restore(content: DraftContent) {
    setTitle(content.title);
    if (editor.current) setEditorHtml(editor.current, content.html);
    isDirty.current = true;
    draft.dismiss();
    editor.current?.commands.focus('end');
  }

  function submit() {
    const current = editor.current;
    if (current === null || saving.isPending) return;
    const wrong = findProblem(title, current);
    setProblem(wrong);
    if (wrong !== null) return;
    if (countUploads(current) > 0) {
      toast.info(WRITE_TEXTS.uploading);
      return;
    }
    saving.mutate({ title, content: getEditorHtml(current), imageUrls: listImages(current) });
  }

  const length = countGraphemes(title.trim());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {draft.found && (
        <DraftBar
          savedAt={draft.found.savedAt}
          onRestore={() => draft.found && restore(draft.found.content)}
          onDrop={draft.drop}
        />
      )}
      <Field
        label="제목"
        required
        hint={noticeHint(board, postId)}
        error={problem === 'title' ? titleProblem(title) : null}
        counter={{ count: length, max: LIMITS.titleMax }}
      >
        <TextInput
          value={title}
          onText={(text) => {
            setTitle(text);
            changed({ title: text });
          }}
          onSubmitText={() => editor.current?.commands.focus()}
          readOnly={saving.isPending}
          autoFocus={postId === null}
          className="font-semibold"
        />
      </Field>
      <RichEditor
        label="내용"
        placeholder={PLACEHOLDER}
        initialHtml={initial.html}
        invalid={problem === 'content'}
        onReady={(ready) => {
          editor.current = ready;
        }}
        onChange={(current) => changed({ html: getEditorHtml(current) })}
      />
      {problem === 'content' && (
        <p role="alert" className="font-medium text-buoy text-sm">
          {TEXTS.postRequired}
        </p>
      )}
      <div className="flex items-center gap-2">
        <p className="mr-auto text-ink-3 text-sm" aria-live="polite">
          {draft.savedAt !== null && `${clockOf(draft.savedAt)} 임시 저장됨`}
        </p>
        <Button size="lg" onClick={onCancel}>
          취소
        </Button>
        <Button size="lg" variant="primary" pending={saving.isPending} onClick={submit}>
          {postId === null ? '등록' : '수정'}
        </Button>
      </div>
    </div>
  );
}

function titleProblem(title: string): string {
  return title.trim() === '' ? TEXTS.postRequired : TEXTS.titleLength;
}

/** What keeps the post from being sent; the server checks the same. */
function findProblem(title: string, editor: Editor): 'title' | 'content' | null {
  if (title.trim() === '' || countGraphemes(title.trim()) > LIMITS.titleMax) return 'title';
  return isEditorBlank(editor) ? 'content' : null;
}

/** On the assistants' notice board the server sets the prefix of a new post (spec 5). */
function noticeHint(board: Board, postId: number | null): string | undefined {
  if (board.type !== 'NOTICE' || postId !== null) return undefined;
  return `제목이 ${NOTICE_PREFIX}으로 시작하지 않으면 앞에 붙습니다. 대상이 다르면 등록한 뒤 수정해 주세요.`;
}

/** `14:02` */
function clockOf(instant: number): string {
  return formatListDate(new Date(instant).toISOString()).slice(-5);
}
