import { correctEntryBody, type RosterEntry, type RosterState } from '@naru/contract/roster';
import { useState } from 'react';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { isOvertaken, useCorrectEntry, useInvitationAction } from './roster.queries.ts';

const FORM_ID = 'correct-entry';

type Props = { entry: RosterEntry; onClose: () => void };

/** Corrects the address of an invitation and sends it there. */
function CorrectEntryDialog({ entry: { id, name, username, email }, onClose }: Props) {
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

export const ROSTER_STATE_LOOKS: Record<RosterState, { label: string; tone: BadgeTone }> = {
  QUEUED: { label: '보내는 중', tone: 'gold' },
  OPEN: { label: '초대함', tone: 'sea' },
  FAILED: { label: '배달 실패', tone: 'buoy' },
  EXPIRED: { label: '기간 지남', tone: 'plain' },
  JOINED: { label: '가입함', tone: 'tide' },
};

export function EntryRow({ entry }: { entry: RosterEntry }) {
  const { id, username, name, email, role, state } = entry;
  const { label, tone } = ROSTER_STATE_LOOKS[state];
  const resend = useInvitationAction('resend');
  const withdraw = useInvitationAction('withdraw');
  const [isCorrecting, setIsCorrecting] = useState(false);
  const isPending = resend.isPending || withdraw.isPending;
  const onWithdraw = async () => {
    const isSure = await confirmDialog({
      title: '초대를 취소할까요?',
      body: `${name} (${username})\n보낸 주소가 열리지 않고, 명부에서 삭제됩니다.`,
      confirmLabel: '초대 취소',
      cancelLabel: '그대로 두기',
      danger: true,
    });
    if (isSure) withdraw.mutate(id);
  };
  return (
    <article className="flex items-center gap-3 px-5 py-3.5 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
          <span className="font-normal text-ink-2 tabular-nums">{username}</span>
          <RoleTag role={role} />
          <Badge tone={tone}>{label}</Badge>
        </h2>
        <p className="text-ink-3 text-sm [overflow-wrap:anywhere]">{email}</p>
        <Times entry={entry} />
        {state === 'FAILED' && (
          <p className="text-buoy text-sm">
            이메일 서버가 이 주소를 받지 않았습니다. 주소를 확인해 수정하면 초대를 다시 보냅니다.
          </p>
        )}
      </div>
      {state !== 'JOINED' && (
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          <Button
            size="sm"
            variant={state === 'FAILED' ? 'primary' : 'secondary'}
            disabled={isPending}
            aria-label={`${name} 이메일 수정`}
            onClick={() => setIsCorrecting(true)}
          >
            이메일 수정
          </Button>
          {state !== 'QUEUED' && (
            <Button
              size="sm"
              pending={resend.isPending}
              disabled={isPending}
              aria-label={`${name} 초대 다시 보내기`}
              onClick={() => resend.mutate(id)}
            >
              다시 보내기
            </Button>
          )}
          <Button
            size="sm"
            variant="danger-ghost"
            pending={withdraw.isPending}
            disabled={isPending}
            aria-label={`${name} 초대 취소`}
            onClick={() => void onWithdraw()}
          >
            초대 취소
          </Button>
        </div>
      )}
      {isCorrecting && <CorrectEntryDialog entry={entry} onClose={() => setIsCorrecting(false)} />}
    </article>
  );
}

function Times({ entry: { state, invitedAt, expiresAt } }: { entry: RosterEntry }) {
  if (state === 'JOINED' || invitedAt === null) return null;
  return (
    <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm">
      <span>
        <TimeText date={invitedAt} kind="list" /> 보냄
      </span>
      {expiresAt && state !== 'FAILED' && (
        <span>
          <TimeText date={expiresAt} kind="list" />
          {state === 'EXPIRED' ? '에 끝남' : '까지 열림'}
        </span>
      )}
    </p>
  );
}
