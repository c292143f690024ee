import type { AdminUser } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES, ROLES, type Role } from '@naru/contract/roles';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog, confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
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
    done: PEOPLE_TEXTS.granted,
    failed: PEOPLE_TEXTS.grantFailed,
    question: { confirmLabel: '부여', danger: false },
  },
  revoke: {
    done: PEOPLE_TEXTS.revoked,
    failed: PEOPLE_TEXTS.revokeFailed,
    question: { confirmLabel: '회수', danger: true },
  },
};

type Props = { member: AdminUser; viewer: Viewer; onClose: () => void };
type Problems = { role?: string; reason?: string };

function findProblems(role: Role | '', reason: string): Problems {
  const problems: Problems = {};
  if (role === '') problems.role = PEOPLE_TEXTS.roleRequired;
  if (reason.trim() === '') problems.reason = TEXTS.reasonRequired;
  else if (countGraphemes(reason.trim()) > LIMITS.reasonMax) problems.reason = TEXTS.reasonLength;
  return problems;
}

/** Gives or takes one role, with the reason on record (decisions 165). Stays open for the next one. */
export function RoleDialog({ member, viewer, onClose }: Props) {
  const [role, setRole] = useState<Role | ''>('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const change = useChangeRole();
  const grantBlock = role === '' ? null : findGrantBlock(viewer, member, role);
  const revokeBlock = role === '' ? null : findRevokeBlock(viewer, member, role);
  const block = grantBlock !== null && revokeBlock !== null ? grantBlock : null;

  async function submit(isGrant: boolean) {
    const found = findProblems(role, reason);
    setProblems(found);
    if (role === '' || found.reason !== undefined || change.isPending) return;
    const input = { userId: member.id, role, reason: reason.trim(), isGrant };
    const texts = OUTCOMES[isGrant ? 'grant' : 'revoke'];
    const sure = await confirmDialog({
      title: changeAsk(member.nickname, role, isGrant),
      body: `${member.name} (${member.username})\n사유: ${input.reason}`,
      ...texts.question,
    });
    if (!sure) return;
    try {
      const { message } = await change.mutateAsync(input);
      toast.success(message === texts.done ? message : `${texts.done}: ${message}`);
      setRole('');
      setReason('');
    } catch (error) {
      void alertDialog({ title: texts.failed, body: messageOf(error, PEOPLE_TEXTS.tryLater) });
    }
  }

  const button = (isGrant: boolean, why: string | null) => (
    <Button
      variant={isGrant ? 'primary' : 'danger-ghost'}
      disabled={why !== null || change.isPending}
      title={why ?? undefined}
      pending={change.isPending && change.variables.isGrant === isGrant}
      onClick={() => void submit(isGrant)}
    >
      {isGrant ? PEOPLE_TEXTS.grant : PEOPLE_TEXTS.revoke}
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
        <Field label={PEOPLE_TEXTS.role} required error={problems.role ?? block}>
          <Select
            data-autofocus
            options={OPTIONS.map((option) => ({
              ...option,
              label: member.roles.includes(option.value) ? `${option.label} (보유)` : option.label,
              disabled: option.value === 'SYSTEM',
            }))}
            placeholder={PEOPLE_TEXTS.rolePlaceholder}
            value={role}
            onChange={({ target }) => {
              setProblems({});
              setRole(ROLES.find((known) => known === target.value) ?? '');
            }}
          />
        </Field>
        <Field
          label={PEOPLE_TEXTS.reason}
          hint={PEOPLE_TEXTS.reasonHint}
          required
          error={problems.reason}
          counter={{ count: countGraphemes(reason.trim()), max: LIMITS.reasonMax }}
        >
          <TextArea
            rows={2}
            value={reason}
            onText={(text) => {
              setProblems({});
              setReason(text);
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}
