import {
  COURSE_QUESTIONS,
  courseReviewBody,
  EXAMS,
  GRADINGS,
  type OwnReview,
  STARS_MAX,
  WORKLOADS,
} from '@naru/contract/course-reviews';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { DONE } from '@naru/contract/texts';
import { Star } from 'lucide-react';
import { useId } from 'react';
import * as z from 'zod/mini';
import { useSchemaForm } from '../../../lib/forms.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChoiceField } from './choice-field.tsx';
import { useSaveReview } from './course-reviews.queries.ts';

/** The contract's schema, with the stars as the text of a radio button. */
const reviewForm = z.extend(courseReviewBody, {
  stars: z.pipe(
    z.transform((text: string) => Number(text)),
    courseReviewBody.shape.stars,
  ),
  content: courseReviewBody.shape.content,
});

/** Initial values; `content` is a stored draft. */
function reviewValues(review: OwnReview | null) {
  return {
    stars: review ? String(review.stars) : '',
    workload: review?.workload,
    grading: review?.grading,
    exams: review?.exams,
    content: review?.content ?? '',
  };
}

type ReviewDialogProps = {
  lectureId: number;
  title: string;
  review: OwnReview | null;
  onClose: () => void;
};

const STARS = Array.from({ length: STARS_MAX }, (_, index) => String(index + 1));
const { workload, grading, exams } = COURSE_QUESTIONS;

/** The form of the own review; what is typed stays on the device until it is saved. */
export function ReviewDialog({ lectureId, title, review, onClose }: ReviewDialogProps) {
  const formId = useId();
  const save = useSaveReview(lectureId);
  const form = useSchemaForm(reviewForm, reviewValues(review), {
    draft: `course-review-${lectureId}`,
  });
  const { register, formState, watch } = form;
  const { errors, isSubmitting } = formState;
  const content = watch('content') ?? '';

  const submit = form.submit(
    async (values) => {
      await save.mutateAsync(values);
      toast.success(DONE.courseReviewSaved);
      onClose();
    },
    { text: '강의 평가를 저장하지 못했습니다. 다시 시도해 주세요.' },
  );

  return (
    <Dialog
      open
      onClose={() => isSubmitting || onClose()}
      title={review ? '내 평가 수정' : '강의 평가하기'}
      footer={
        <DialogButtons
          confirmLabel="저장"
          form={formId}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <p className="rounded-ctl bg-deck px-3.5 py-3 text-ink-2 text-md">
          <bdi className="font-semibold text-ink">{title}</bdi> 평가는 이름 없이 모입니다. 교수와
          다른 회원은 누가 썼는지 볼 수 없습니다.
        </p>
        <ChoiceField
          legend="별점"
          choices={STARS.map((value) => ({
            value,
            name: `${value}점`,
            label: (
              <span aria-hidden="true" className="flex items-center gap-0.5">
                {value}
                <Star size={15} className="fill-current text-gold" />
              </span>
            ),
          }))}
          error={errors.stars?.message}
          field={register('stars')}
        />
        <ChoiceField
          legend={workload.title}
          choices={WORKLOADS.map((value) => ({ value, label: workload.names[value] }))}
          error={errors.workload?.message}
          field={register('workload')}
        />
        <ChoiceField
          legend={grading.title}
          choices={GRADINGS.map((value) => ({ value, label: grading.names[value] }))}
          error={errors.grading?.message}
          field={register('grading')}
        />
        <ChoiceField
          legend={exams.title}
          choices={EXAMS.map((value) => ({ value, label: exams.names[value] }))}
          error={errors.exams?.message}
          field={register('exams')}
        />
        <Field
          label="평가 글"
          hint="쓰지 않아도 됩니다. 나를 알아볼 수 있는 이야기는 빼 주세요."
          error={errors.content?.message}
          counter={{ count: countGraphemes(content.trim()), max: LIMITS.courseReviewMax }}
        >
          <TextArea rows={4} {...form.area('content')} />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
