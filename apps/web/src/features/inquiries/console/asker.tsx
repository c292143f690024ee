import type { InquiryDetail } from '@naru/contract/inquiries';
import { ROLE_TITLES } from '@naru/contract/roles';
import { DONE } from '@naru/contract/texts';
import { BadgeCheck } from 'lucide-react';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { RoleTag } from '../../../entities/member/role-tag.tsx';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { toast } from '../../../ui/toast.ts';
import { useGrantFromInquiry } from './console.queries.ts';

export function Asker({ inquiry }: { inquiry: InquiryDetail }) {
  const { asker, userId, userName, outsideReporter } = inquiry;
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2 text-md">
      <PersonName name={userName} memberId={asker ? userId : null} className="font-semibold" />
      {asker && (
        <span className="[overflow-wrap:anywhere]">
          <bdi>{asker.name}</bdi> · {asker.username}
        </span>
      )}
      {outsideReporter && (
        <span className="[overflow-wrap:anywhere]">
          {outsideReporter.name && (
            <>
              <bdi>{outsideReporter.name}</bdi> ·{' '}
            </>
          )}
          {outsideReporter.email}
        </span>
      )}
      {asker?.roles.map((role) => (
        <RoleTag key={role} role={role} />
      ))}
      <TimeText date={inquiry.createdAt} kind="list" className="text-ink-3 text-sm" />
    </div>
  );
}

/** The role that the asker requests. */
export function GrantBox({ inquiry }: { inquiry: InquiryDetail }) {
  const grant = useGrantFromInquiry(inquiry.id);
  const { targetRole, granted, state, userName, asker } = inquiry;
  if (inquiry.category !== 'ROLE_REQUEST' || targetRole === null) return null;
  const title = ROLE_TITLES[targetRole];

  async function submit() {
    const sure = await confirmDialog({
      title: `${userName} 님에게 ${title} 권한을 부여할까요?`,
      body: asker ? `${asker.name} (${asker.username})` : undefined,
      confirmLabel: '권한 부여',
    });
    if (!sure) return;
    try {
      await grant.mutateAsync(undefined);
      toast.success(DONE.roleGranted);
    } catch (error) {
      await alertFailure('권한을 부여하지 못했습니다.', error);
    }
  }

  return (
    <section
      aria-label="권한 요청"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-ctl bg-violet-weak px-4 py-3.5"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          요청한 권한 <RoleTag role={targetRole} />
        </p>
        <p className="text-ink-2 text-md">
          {granted
            ? '이 문의에서 권한을 부여했습니다.'
            : '부여하면 다시 로그인하지 않아도 바로 적용됩니다.'}
        </p>
      </div>
      {state === 'PROCESSING' && (
        <Button
          variant="primary"
          icon={<BadgeCheck size={16} />}
          disabled={granted}
          pending={grant.isPending}
          onClick={() => void submit()}
          className="max-md:w-full"
        >
          {granted ? DONE.roleGranted : `${title} 권한 부여`}
        </Button>
      )}
    </section>
  );
}
