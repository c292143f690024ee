import type { LecturePost } from '@naru/contract/lecture-posts';
import { DONE, TEXTS } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useId, useRef, useState } from 'react';
import { lecturePostKeys } from '../../../entities/keys.ts';
import { refreshRooms } from '../../../entities/lecture-posts/refresh-rooms.ts';
import { useDraft } from '../../../entities/writing/use-draft.ts';
import { WRITING_TEXTS } from '../../../entities/writing/writing.texts.ts';
import { api } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useRestoredNote } from '../../../lib/typed-draft.ts';
import { Button } from '../../../ui/button.tsx';
import {
  countUploads,
  getEditorHtml,
  isEditorBlank,
  setEditorHtml,
} from '../../../ui/editor/editor-html.ts';
import { RichEditor } from '../../../ui/editor/rich-editor.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts';

type AnswerFormProps = { post: LecturePost; memberId: number; onDone: () => void };

/** Creates or updates the answer, starting from a stored draft if there is one. */
export function AnswerForm({ post, memberId, onDone }: AnswerFormProps) {
  const before = post.answer ?? '';
  const editor = useRef<Editor | null>(null);
  const isDirty = useRef(false);
  // A ref, because a second press can come before the next render.
  const isSending = useRef(false);
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const errorId = useId();
  const save = useSaveAnswer(post);
  const draft = useDraft({
    keys: [{ memberId, boardType: 'ANSWER', postId: post.id }],
    initial: { title: '', html: before, choices: '', files: [] },
    onFull: () => toast.error(WRITING_TEXTS.draftFailed),
  });
  const { draft: note } = useRestoredNote({
    isRestored: draft.found !== null,
    read: () => (editor.current ? getEditorHtml(editor.current) : before),
    show: (html) => editor.current && setEditorHtml(editor.current, html),
    blank: before,
  });
  useLeaveWarning(() => isDirty.current, WRITING_TEXTS.leave);

  function submit() {
    const current = editor.current;
    if (current === null || isSending.current) return;
    setMissing(isEditorBlank(current));
    setProblem(null);
    if (isEditorBlank(current)) return current.commands.focus();
    if (countUploads(current) > 0) {
      toast.info(WRITING_TEXTS.uploading);
      return;
    }
    isSending.current = true;
    save.mutate(getEditorHtml(current), {
      onSuccess: () => {
        isDirty.current = false;
        draft.drop();
        toast.success(before === '' ? DONE.answerSaved : '답변을 수정했습니다.');
        onDone();
      },
      onError: (error) => {
        isSending.current = false;
        setProblem({ text: messageOf(error, '답변을 저장하지 못했습니다.') });
      },
    });
  }

  function cancel() {
    isDirty.current = false;
    draft.drop();
    onDone();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <RichEditor
        draft={note}
        label="답변"
        placeholder="답변을 입력해 주세요."
        initialHtml={draft.found?.content.html ?? before}
        invalid={isMissing}
        describedBy={isMissing ? errorId : undefined}
        onReady={(ready) => {
          editor.current = ready;
          ready.commands.focus('end');
        }}
        onChange={(current) => {
          isDirty.current = true;
          setMissing(false);
          draft.keep({ title: '', html: getEditorHtml(current), choices: '', files: [] });
        }}
      />
      {isMissing && (
        <p id={errorId} role="alert" className="font-medium text-buoy text-sm">
          {TEXTS.lectureAnswerRequired}
        </p>
      )}
      <FormAlert problem={problem} />
      <div className="flex justify-end gap-2">
        <Button onClick={cancel}>취소</Button>
        <Button variant="primary" pending={save.isPending} onClick={submit}>
          {before === '' ? '답변 등록' : '답변 수정'}
        </Button>
      </div>
    </div>
  );
}

function useSaveAnswer({ id, lectureRoomId }: LecturePost) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      api('PUT /api/lecture-room/:lectureId/posts/:postId/answer', {
        params: { lectureId: lectureRoomId, postId: id },
        body: { content },
      }),
    onSuccess: ({ dto }) => {
      client.setQueryData(lecturePostKeys.detail(lectureRoomId, id), dto);
      void refreshRooms(client);
    },
  });
}
