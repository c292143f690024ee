import type { Lecture } from '@naru/contract/lectures';
import type { Term } from '@naru/contract/timetable';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { alertDialog, confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { type LectureValues, useSaveLecture } from '../lectures.save.ts';
import { LECTURE_TEXTS } from '../lectures.texts.ts';
import {
  checkDraft,
  type DraftErrors,
  draftOf,
  fieldOf,
  type LectureDraft,
  newDraft,
} from './lecture-draft.ts';
import { LectureFields } from './lecture-fields.tsx';

type LectureDialogProps = {
  onClose: () => void;
} & (
  | { lecture: Lecture }
  | {
      lecture?: undefined;
      /** The term that a new lecture starts with. */
      term: Term;
      onCreated: (lecture: Lecture) => void;
    }
);

const FORM_ID = 'lecture-form';

/** The server's complaints by field of the dialog. */
function serverErrors(error: unknown): DraftErrors {
  const errors: DraftErrors = {};
  for (const { field, message } of error instanceof ApiError ? error.errors : []) {
    const known = fieldOf(field);
    if (known !== null) errors[known] ??= message;
  }
  return errors;
}

/** Creates a lecture or changes one (spec 5, decisions 139 to 141). A failure keeps what was typed. */
export function LectureDialog(props: LectureDialogProps) {
  const { lecture, onClose } = props;
  const [draft, setDraft] = useState(() =>
    props.lecture ? draftOf(props.lecture) : newDraft(props.term),
  );
  const [errors, setErrors] = useState<DraftErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const isDirty = useRef(false);
  // Known at once: a second Enter comes before the next rendering.
  const isSending = useRef(false);
  const saving = useSaveLecture(lecture?.id ?? null);

  function change(next: Partial<LectureDraft>): void {
    isDirty.current = true;
    setDraft((current) => ({ ...current, ...next }));
    setErrors({});
  }

  function complain(found: DraftErrors): void {
    setErrors(found);
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  async function save(values: LectureValues): Promise<void> {
    isSending.current = true;
    try {
      const saved = await saving.mutateAsync(values);
      onClose();
      toast.success(lecture ? LECTURE_TEXTS.updated : LECTURE_TEXTS.created);
      if (!props.lecture) props.onCreated(saved);
    } catch (error) {
      isSending.current = false;
      complain(serverErrors(error));
      const title = lecture ? LECTURE_TEXTS.updateFailed : LECTURE_TEXTS.createFailed;
      await alertDialog({ title, body: messageOf(error) });
    }
  }

  function submit(): void {
    if (isSending.current) return;
    const { values, errors: found } = checkDraft(draft);
    if (values === null) complain(found);
    else void save(values);
  }

  async function close(): Promise<void> {
    if (saving.isPending) return;
    const leaves =
      !isDirty.current ||
      (await confirmDialog({
        title: '입력한 내용을 버릴까요?',
        body: '저장하지 않은 내용은 사라집니다.',
        confirmLabel: '버리기',
        cancelLabel: '계속 쓰기',
        danger: true,
      }));
    if (leaves) onClose();
  }

  return (
    <Dialog
      open
      onClose={() => void close()}
      title={lecture ? '강의 수정' : '강의 직접 추가하기'}
      shape="sheet"
      footer={
        <>
          <Button onClick={() => void close()}>취소</Button>
          <Button variant="primary" type="submit" form={FORM_ID} pending={saving.isPending}>
            {lecture ? '저장' : '만들기'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={FORM_ID}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <LectureFields draft={draft} errors={errors} onChange={change} />
      </form>
    </Dialog>
  );
}
