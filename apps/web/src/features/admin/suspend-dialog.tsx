import type { AdminUser } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { fieldErrorOf, messageOf } from '../../lib/api/api-error.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { alertDialog, confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useLift, useSuspend } from './people.queries.ts';
import { koreanDay } from './people.rules.ts';
import { PEOPLE_TEXTS } from './people.texts.ts';

const SPANS = [
  [1, '1일'],
  [7, '7일'],
  [30, '30일'],
  [365, '1년'],
] as const;

type Member = Pick<AdminUser, 'id' | 'nickname'> &
  Partial<Pick<AdminUser, 'suspendedUntil' | 'suspendedReason'>>;
type Problems = { until?: string; reason?: string };

function findProblems(until: string, reason: string): Problems {
  const problems: Problems = {};
  if (until === '') problems.until = PEOPLE_TEXTS.untilRequired;
  if (reason.trim() === '') problems.reason = TEXTS.reasonRequired;
  else if (countGraphemes(reason.trim()) > LIMITS.reasonMax) problems.reason = TEXTS.reasonLength;
  return problems;
}

/** Suspends a member up to the end of a day with a reason, or lifts a suspension (decisions 172). */
export function SuspendDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const suspend = useSuspend();
  const lift = useLift();
  const isPending = suspend.isPending || lift.isPending;

  async function submit() {
    const found = findProblems(until, reason);
    setProblems(found);
    if (Object.keys(found).length > 0 || isPending) return;
    try {
      const answer = await suspend.mutateAsync({ id: member.id, until, reason: reason.trim() });
      toast.success(answer.message);
      onClose();
    } catch (error) {
      const field = fieldErrorOf(error, 'until');
      if (field !== undefined) return setProblems({ until: field });
      await alertDialog({ title: PEOPLE_TEXTS.suspendFailed, body: messageOf(error) });
    }
  }

  async function end() {
    const sure = await confirmDialog({
      title: PEOPLE_TEXTS.liftAsk,
      body: PEOPLE_TEXTS.liftBody,
      confirmLabel: PEOPLE_TEXTS.lift,
    });
    if (!sure) return;
    try {
      toast.success((await lift.mutateAsync(member.id)).message);
      onClose();
    } catch (error) {
      await alertDialog({ title: PEOPLE_TEXTS.liftFailed, body: messageOf(error) });
    }
  }

  return (
    <Dialog
      open
      size="sm"
      shape="sheet"
      title={`${member.nickname} 님 이용 정지`}
      dismissable={!isPending}
      onClose={onClose}
      footer={
        <>
          {member.suspendedUntil && (
            <Button disabled={isPending} onClick={() => void end()}>
              {PEOPLE_TEXTS.lift}
            </Button>
          )}
          <Button variant="danger" pending={suspend.isPending} onClick={() => void submit()}>
            {PEOPLE_TEXTS.suspend}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {member.suspendedUntil && (
          <p className="rounded-ctl bg-buoy-weak px-4 py-3 text-buoy text-md">
            {formatDay(member.suspendedUntil)}까지 정지되어 있습니다.
            {member.suspendedReason && <bdi className="block">{member.suspendedReason}</bdi>}
          </p>
        )}
        <p className="text-ink-2">
          정지하면 바로 모든 기기에서 로그아웃되고, 회원에게 메일로 알립니다.
        </p>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 font-semibold text-ink-2 text-md">정지 기간</legend>
          {SPANS.map(([days, label]) => (
            <Button
              key={days}
              size="sm"
              aria-pressed={until === koreanDay(days)}
              className="aria-pressed:border-sea aria-pressed:bg-sea-weak aria-pressed:text-sea"
              onClick={() => {
                setProblems({});
                setUntil(koreanDay(days));
              }}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <Field
          label={PEOPLE_TEXTS.until}
          hint={PEOPLE_TEXTS.untilHint}
          required
          error={problems.until}
        >
          <DayInput
            value={until}
            min={koreanDay(0)}
            max={koreanDay(LIMITS.suspensionDays)}
            onDay={(day) => {
              setProblems({});
              setUntil(day);
            }}
          />
        </Field>
        <Field
          label={PEOPLE_TEXTS.reason}
          hint={PEOPLE_TEXTS.suspendReasonHint}
          required
          error={problems.reason}
          counter={{ count: countGraphemes(reason.trim()), max: LIMITS.reasonMax }}
        >
          <TextArea
            data-autofocus
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
