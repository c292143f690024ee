import type { Lecture } from '@naru/contract/lectures';
import { DONE } from '@naru/contract/texts';
import type { Term } from '@naru/contract/timetable';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { PATHS } from '../../../lib/paths.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveLecture } from '../lectures.mutations.ts';
import { LectureFields } from './lecture-fields.tsx';
import { lectureForm, newLecture, toTimes, valuesOf } from './lecture-form.ts';
import type { Professor } from './professor-field.tsx';

type LectureDialogProps = {
  onClose: () => void;
} & (
  | { lecture: Lecture }
  | {
      lecture?: undefined;
      term: Term;
      onCreated: (lecture: Lecture) => void;
    }
);

const FORM_ID = 'lecture-form';

function professorOf(lecture: Lecture | undefined): Professor | null {
  if (!lecture || lecture.professorId === null) return null;
  const nickname = lecture.professorNickname ?? lecture.professorName;
  return { id: lecture.professorId, nickname };
}

/** The lecture that a new one repeats. */
function existingOf(error: unknown) {
  const isKnown = error instanceof ApiError && error.code === 'LECTURE_EXISTS';
  return isKnown ? error.conflicts?.[0] : undefined;
}

export function LectureDialog(props: LectureDialogProps) {
  const { lecture, onClose } = props;
  const form = useSchemaForm(
    lectureForm,
    props.lecture ? valuesOf(props.lecture) : newLecture(props.term),
    { draft: `lecture-${lecture?.id ?? 'new'}`, draftOmits: ['professorId'] },
  );
  const { isDirty, isSubmitting } = form.formState;
  const saving = useSaveLecture(lecture?.id ?? null);

  const existing = existingOf(saving.error);

  const submit = form.submit(
    async ({ lectureTimes, ...values }) => {
      const saved = await saving.mutateAsync({ ...values, lectureTimes: toTimes(lectureTimes) });
      onClose();
      toast.success(lecture ? '강의 정보를 수정했습니다.' : DONE.lectureCreated);
      if (!props.lecture) props.onCreated(saved);
    },
    { title: lecture ? '강의를 수정하지 못했습니다.' : '강의 생성 실패' },
  );

  async function close(): Promise<void> {
    if (isSubmitting) return;
    const question = {
      title: '입력한 내용을 버릴까요?',
      body: '저장하지 않은 내용은 사라집니다.',
      confirmLabel: '버리기',
      cancelLabel: '계속 쓰기',
      danger: true,
    };
    if (isDirty && !(await confirmDialog(question))) return;
    form.endDraft();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={() => void close()}
      title={lecture ? '강의 수정' : '강의실 만들기'}
      footer={
        <>
          <Button onClick={() => void close()}>취소</Button>
          <Button variant="primary" type="submit" form={FORM_ID} pending={isSubmitting}>
            {lecture ? '저장' : '만들기'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        {!lecture && (
          <p className="rounded-ctl bg-deck px-3.5 py-3 text-ink-2 text-md">
            만든 강의실은 목록에 올라가서 <strong>모든 회원</strong>이 보고 시간표에 추가할 수
            있습니다. 아르바이트나 약속처럼 혼자 볼 일정은 ‘개인 일정 추가’로 적어 주세요.
          </p>
        )}
        <LectureFields form={form} professor={professorOf(lecture)} />
        <FormAlert problem={form.problem} />
        {existing && (
          <LinkButton
            to={PATHS.lecture}
            params={{ lectureId: String(existing.id) }}
            onClick={onClose}
            className="justify-self-start"
          >
            이미 있는 강의실로 가기
          </LinkButton>
        )}
      </form>
    </Dialog>
  );
}
