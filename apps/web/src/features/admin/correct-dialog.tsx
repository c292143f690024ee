import { type AdminUser, correctionBody } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { STANDING_NAMES, STANDINGS, type Standing } from '@naru/contract/notice-groups';
import { countGraphemes } from '@naru/contract/text';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useCorrect } from './people.queries.ts';

const STANDING_OPTIONS = STANDINGS.map((value) => ({ value, label: STANDING_NAMES[value] }));
const standingName = (standing: Standing | null | undefined) =>
  standing ? STANDING_NAMES[standing] : '재학 또는 모름';

type Props = { member: AdminUser; onClose: () => void };

/** Mends the address or the name of a member who lost the mailbox or was entered wrongly. */
export function CorrectDialog({ member, onClose }: Props) {
  const correct = useCorrect();
  const { email, name, standing, major } = member;
  const form = useSchemaForm(
    correctionBody,
    { email, name, standing, major, reason: '' },
    { draft: `staff-correction-${member.id}` },
  );
  const { register, watch } = form;
  const { errors, dirtyFields, isSubmitting } = form.formState;
  const reason = watch('reason');
  const isChanged = Boolean(
    dirtyFields.email || dirtyFields.name || dirtyFields.standing || dirtyFields.major,
  );

  const submit = form.submit(
    async (values) => {
      const lines = [
        values.email !== email && `이메일: ${email} → ${values.email}`,
        values.name !== name && `이름: ${name} → ${values.name}`,
        values.standing !== standing && `학적: ${standingName(values.standing)}`,
        values.major !== major && `전공: ${values.major || '없음'}`,
        `사유: ${values.reason}`,
      ];
      const sure = await confirmDialog({
        title: `${member.nickname} 님의 정보를 수정할까요?`,
        body: lines.filter(Boolean).join('\n'),
        confirmLabel: '수정',
        danger: true,
      });
      if (!sure) return false;
      toast.success((await correct.mutateAsync({ id: member.id, ...values })).message);
      return onClose();
    },
    { title: '회원 정보를 수정하지 못했습니다.', text: TRY_LATER },
  );

  return (
    <Dialog
      open
      size="sm"
      title={`${member.nickname} 님의 정보 수정`}
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="수정"
          onConfirm={submit}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
          disabled={!isChanged}
        />
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          본인을 직접 확인한 뒤에 수정해 주세요. 이메일이나 이름을 수정하면 모든 기기에서
          로그아웃되고, 이전 주소와 새 주소, 다른 관리자에게 이메일로 알립니다.
        </p>
        <p className="text-ink-2">
          새 주소로는 {LIMITS.revealWaitDays}일 뒤부터 비밀번호를 재설정할 수 있습니다. 지금
          비밀번호를 아는 회원은 바로 로그인할 수 있습니다.
        </p>
        <Field label="이메일" required error={errors.email?.message}>
          <TextInput
            {...register('email')}
            data-autofocus
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="이름" required error={errors.name?.message}>
          <TextInput {...register('name')} autoComplete="off" spellCheck={false} />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="학적" error={errors.standing?.message}>
            <Select
              {...register('standing', { setValueAs: (value) => value || null })}
              options={STANDING_OPTIONS}
              placeholder="재학 또는 모름"
            />
          </Field>
          <Field label="전공" error={errors.major?.message}>
            <TextInput {...register('major')} autoComplete="off" />
          </Field>
        </div>
        <Field
          label="사유"
          hint="사유는 감사 기록에 남습니다."
          required
          error={errors.reason?.message}
          counter={{ count: countGraphemes(reason.trim()), max: LIMITS.reasonMax }}
        >
          <TextArea rows={2} {...form.area('reason')} />
        </Field>
        <FormAlert problem={form.problem} />
      </div>
    </Dialog>
  );
}
