import { type AdminUser, roleChangeForm } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES, ROLES } from '@naru/contract/roles';
import { countGraphemes } from '@naru/contract/text';
import { DONE } from '@naru/contract/texts';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useChangeRole } from './people.queries.ts';
import { findGrantBlock, findRevokeBlock, type Viewer } from './people.rules.ts';

type Props = { member: AdminUser; viewer: Viewer; onClose: () => void };

/** Grants or revokes one role at a time; stays open for the next one. */
export function RoleDialog({ member, viewer, onClose }: Props) {
  const change = useChangeRole();
  const form = useSchemaForm(
    roleChangeForm,
    { role: '', reason: '' },
    { draft: `role-${member.id}` },
  );
  const { register, watch } = form;
  const { errors } = form.formState;
  const [chosen, typedReason] = watch(['role', 'reason']);
  const role = ROLES.find((known) => known === chosen);
  const grantBlock = role ? findGrantBlock(viewer, member, role) : null;
  const revokeBlock = role ? findRevokeBlock(viewer, member, role) : null;
  const block = grantBlock !== null && revokeBlock !== null ? grantBlock : null;

  function submit(isGrant: boolean) {
    const done = isGrant ? DONE.roleGranted : DONE.roleRevoked;
    return form.submit(
      async (values) => {
        const title = `${ROLE_TITLES[values.role]} 권한을`;
        const sure = await confirmDialog({
          title: isGrant
            ? `${member.nickname} 님에게 ${title} 부여할까요?`
            : `${member.nickname} 님의 ${title} 회수할까요?`,
          body: `${member.name} (${member.username})\n사유: ${values.reason}`,
          confirmLabel: isGrant ? '부여' : '회수',
          danger: !isGrant,
        });
        if (!sure) return false;
        const { message } = await change.mutateAsync({ userId: member.id, ...values, isGrant });
        toast.success(message === done ? message : `${done}: ${message}`);
        return form.reset({ role: '', reason: '' });
      },
      { title: isGrant ? '권한 부여 실패' : '권한 회수 실패', text: TRY_LATER },
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
        <Field label="권한" required error={errors.role?.message ?? block}>
          <Select
            {...register('role')}
            data-autofocus
            options={ROLES.filter((value) => value !== 'USER').map((value) => ({
              value,
              label: `${ROLE_TITLES[value]}${member.roles.includes(value) ? ' (보유)' : ''}`,
              disabled: value === 'SYSTEM',
            }))}
            placeholder="권한을 선택해 주세요"
          />
        </Field>
        <Field
          label="사유"
          hint="사유는 감사 기록에 남고, 모든 관리자에게 변경 사실이 알려집니다."
          required
          error={errors.reason?.message}
          counter={{ count: countGraphemes(typedReason.trim()), max: LIMITS.reasonMax }}
        >
          <TextArea rows={2} {...form.area('reason')} />
        </Field>
        <FormAlert problem={form.problem} />
      </div>
    </Dialog>
  );
}
