import { reasonBody } from '@naru/contract/fields';
import { LIMITS } from '@naru/contract/limits';
import { type JudgedType, obstacleText } from '@naru/contract/moderation';
import { countGraphemes } from '@naru/contract/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { revealReadinessQuery, useRequestReveal } from './moderation.queries.ts';

type Props = { content: { type: JudgedType; id: number }; onClose: () => void };

/** Requests a reveal, or says why the viewer cannot before anything is typed. */
export function RevealRequestDialog({ content, onClose }: Props) {
  const query = useQuery(revealReadinessQuery());
  if (query.data?.obstacle === null) {
    return <RequestForm content={content} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      size="sm"
      title="작성자 확인 요청"
      onClose={onClose}
      footer={<Button onClick={onClose}>닫기</Button>}
    >
      {query.data?.obstacle ? (
        <>
          <p role="status" className="font-semibold">
            {obstacleText(query.data.obstacle)}
          </p>
          <p className="mt-2 text-ink-2">
            서로 권한을 주고받지 않은 관리자 두 명이 있어야 작성자를 확인할 수 있습니다.
          </p>
        </>
      ) : (
        <LoadState query={query} failed="요청할 수 있는지 확인하지 못했습니다." rows={2} />
      )}
    </Dialog>
  );
}

function RequestForm({ content, onClose }: Props) {
  const request = useRequestReveal();
  const [withheld, setWithheld] = useState(false);
  const draft = `report-reveal-${content.type}-${content.id}`.toLowerCase();
  const form = useSchemaForm(reasonBody, { reason: '' }, { draft });
  const { errors, isSubmitting: pending } = form.formState;
  const submit = form.submit(
    async ({ reason }) => {
      await request.mutateAsync({ ...content, reason, withheld });
      toast.success('작성자 확인을 요청했습니다. 다른 관리자의 승인을 기다립니다.');
      onClose();
    },
    { title: '작성자 확인을 요청하지 못했습니다.', text: TRY_LATER },
  );
  return (
    <Dialog
      open
      size="sm"
      title="작성자 확인을 요청할까요?"
      dismissable={!pending}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="요청"
          onConfirm={submit}
          onCancel={form.cancel(onClose)}
          pending={pending}
        />
      }
    >
      <p className="mb-4 text-ink-2">
        다른 관리자가 승인하기 전에는 아무도 작성자를 볼 수 없습니다. 승인되면 요청한 관리자와
        승인한 관리자만 {LIMITS.revealHours}시간 동안 볼 수 있습니다. 작성자에게는{' '}
        {LIMITS.revealNoticeDays}일 뒤에 알립니다.
      </p>
      <Field
        label="요청 사유"
        hint="모든 관리자가 사유를 읽고, 감사 기록에 남습니다."
        required
        error={errors.reason?.message}
        counter={{ count: countGraphemes(form.watch('reason').trim()), max: LIMITS.reasonMax }}
      >
        <TextArea data-autofocus rows={3} {...form.area('reason')} />
      </Field>
      <Checkbox
        className="mt-4"
        label="수사 협조처럼 법적인 이유가 있어 작성자에게 알리지 않습니다."
        checked={withheld}
        disabled={pending}
        onChange={(event) => setWithheld(event.target.checked)}
      />
      <FormAlert problem={form.problem} />
    </Dialog>
  );
}
