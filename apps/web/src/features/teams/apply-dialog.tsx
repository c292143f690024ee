import { LIMITS } from '@naru/contract/limits';
import { applicationBody } from '@naru/contract/teams';
import { countGraphemes } from '@naru/contract/text';
import { useId } from 'react';
import { useSchemaForm } from '../../lib/forms.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useChangeTeam } from './teams.queries.ts';

type ApplyDialogProps = {
  postId: number;
  title: string;
  /** Of an application that waits; empty for a new one. */
  message: string;
  onClose: () => void;
};

/** The message of an application; what is typed stays on the device until it is sent. */
export function ApplyDialog({ postId, title, message, onClose }: ApplyDialogProps) {
  const formId = useId();
  const change = useChangeTeam(postId);
  const form = useSchemaForm(applicationBody, { message }, { draft: `team-${postId}` });
  const { errors, isSubmitting } = form.formState;
  const typed = form.watch('message') ?? '';
  const isNew = message === '';
  const submit = form.submit(
    async (values) => {
      const done = await change.mutateAsync({ type: 'apply', ...values });
      toast.success(done.message);
      onClose();
    },
    { text: '지원하지 못했습니다. 다시 시도해 주세요.' },
  );
  return (
    <Dialog
      open
      onClose={() => isSubmitting || onClose()}
      title={isNew ? '지원하기' : '지원 수정'}
      footer={
        <DialogButtons
          confirmLabel={isNew ? '지원하기' : '수정'}
          form={formId}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <p className="rounded-ctl bg-deck px-3.5 py-3 text-ink-2 text-md">
          <bdi className="font-semibold text-ink">{title}</bdi> 작성자만 내 닉네임과 메시지를 볼 수
          있습니다.
        </p>
        <Field
          label="지원 메시지"
          error={errors.message?.message}
          counter={{ count: countGraphemes(typed.trim()), max: LIMITS.applicationMax }}
        >
          <TextArea rows={5} data-autofocus="" {...form.area('message')} />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
