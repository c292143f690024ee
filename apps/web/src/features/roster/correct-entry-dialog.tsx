import { correctEntryBody, type RosterEntry } from '@naru/contract/roster';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { isOvertaken, useCorrectEntry } from './roster.queries.ts';

const FORM_ID = 'correct-entry';

type Props = { entry: RosterEntry; onClose: () => void };

/** Corrects the address of an invitation and sends it there. */
export function CorrectEntryDialog({ entry: { id, name, username, email }, onClose }: Props) {
  const correct = useCorrectEntry();
  const form = useSchemaForm(correctEntryBody, { email });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.submit(
    async (values) => {
      try {
        toast.success((await correct.mutateAsync({ ...values, id, former: email })).message);
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        toast.error(messageOf(error, TRY_LATER));
      }
      onClose();
    },
    { title: '이메일을 수정하지 못했습니다.', text: TRY_LATER },
  );
  return (
    <Dialog
      open
      size="sm"
      title="이메일 수정"
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="수정하고 다시 보내기"
          form={FORM_ID}
          onCancel={onClose}
          pending={isSubmitting}
          disabled={!isDirty}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2">
          <bdi className="font-semibold text-ink">{name}</bdi> ({username}) 님의 초대를 새 주소로
          다시 보냅니다. 전에 보낸 초대 링크는 더 이상 열리지 않습니다.
        </p>
        <Field label="이메일" required error={errors.email?.message}>
          <TextInput
            {...form.register('email')}
            data-autofocus
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
