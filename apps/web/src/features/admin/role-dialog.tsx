import { type AdminUser, roleChangeForm } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES, ROLES } from '@naru/contract/roles';
import { countGraphemes } from '@naru/contract/text';
import { DONE } from '@naru/contract/texts';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useChangeRole } from './people.queries.ts';
import { findGrantBlock, findRevokeBlock, type Viewer } from './people.rules.ts';
import { changeAsk, PEOPLE_TEXTS } from './people.texts.ts';

const OPTIONS = ROLES.filter((role) => role !== 'USER').map((value) => ({
  value,
  label: ROLE_TITLES[value],
}));

const OUTCOMES = {
  grant: {
    done: DONE.roleGranted,
    failed: '권한 부여 실패',
    question: { confirmLabel: '부여', danger: false },
  },
  revoke: {
    done: DONE.roleRevoked,
    failed: '권한 회수 실패',
    question: { confirmLabel: '회수', danger: true },
  },
};

type Props = { member: AdminUser; viewer: Viewer; onClose: () => void };

/** Grants or revokes one role at a time; stays open for the next one. */
export function RoleDialog({ member, viewer, onClose }: Props) {
  const change = useChangeRole();
  const form = useSchemaForm(roleChangeForm, { role: '', reason: '' });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [chosen, typedReason] = watch(['role', 'reason']);
  const role = ROLES.find((known) => known === chosen);
  const grantBlock = role ? findGrantBlock(viewer, member, role) : null;
  const revokeBlock = role ? findRevokeBlock(viewer, member, role) : null;
  const block = grantBlock !== null && revokeBlock !== null ? grantBlock : null;

  function submit(isGrant: boolean) {
    const texts = OUTCOMES[isGrant ? 'grant' : 'revoke'];
    return form.submit(
      async (values) => {
        const sure = await confirmDialog({
          title: changeAsk(member.nickname, values.role, isGrant),
          body: `${member.name} (${member.username})\n사유: ${values.reason}`,
          ...texts.question,
        });
        if (!sure) return;
        const { message } = await change.mutateAsync({ userId: member.id, ...values, isGrant });
        toast.success(message === texts.done ? message : `${texts.done}: ${message}`);
        form.reset();
      },
      { title: texts.failed, text: PEOPLE_TEXTS.tryLater },
    );
  }

  const button = (isGrant: boolean, reason: string | null) => (
    <Button
      variant={isGrant ? 'primary' : 'danger-ghost'}
      disabled={reason !== null || change.isPending}
      title={reason ?? undefined}
      pending={change.isPending && change.variables.isGrant === isGrant}
      onClick={submit(isGrant)}
    >
      {isGrant ? '권한 부여' : '권한 회수'}
    </Button>
  );
  return (
    <Dialog
      open
      size="sm"
      shape="sheet"
      title={`${member.nickname} 님의 권한`}
      dismissable={!change.isPending}
      onClose={onClose}
      footer={
        <>
          {button(false, revokeBlock)}
          {button(true, grantBlock)}
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{member.name}</bdi> · {member.username}
        </p>
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="mr-1 font-semibold text-ink-2 text-md">지금 권한</span>
          {member.roles.map((held) => (
            <RoleTag key={held} role={held} />
          ))}
        </p>
        <Field label={PEOPLE_TEXTS.role} required error={errors.role?.message ?? block}>
          <Select
            {...register('role')}
            data-autofocus
            options={OPTIONS.map((option) => ({
              ...option,
              label: member.roles.includes(option.value) ? `${option.label} (보유)` : option.label,
              disabled: option.value === 'SYSTEM',
            }))}
            placeholder="권한을 선택해 주세요"
          />
        </Field>
        <Field
          label={PEOPLE_TEXTS.reason}
          hint="사유는 감사 기록에 남고, 모든 관리자에게 변경 사실이 알려집니다."
          required
          error={errors.reason?.message}
          counter={{ count: countGraphemes(typedReason.trim()), max: LIMITS.reasonMax }}
        >
          <TextArea rows={2} {...register('reason')} />
        </Field>
        <FormAlert problem={form.problem} />
      </div>
    </Dialog>
  );
}
