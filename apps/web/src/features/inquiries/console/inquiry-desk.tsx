import { INQUIRY_CATEGORY_TITLES, type InquiryDetail } from '@naru/contract/inquiries';
import { ROLE_TITLES } from '@naru/contract/roles';
import { DONE } from '@naru/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, BadgeCheck, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMe } from '../../../entities/member/me.ts';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { RoleTag } from '../../../entities/member/role-tag.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { toast } from '../../../ui/toast.ts';
import { InquiryAnswers, InquiryFiles, InquiryStateBadge, PlainText } from '../inquiry-view.tsx';
import { AnswerForm } from './answer-form.tsx';
import { openedInquiryQuery, useGrantFromInquiry } from './console.queries.ts';

export const INQUIRY_FAILED = '문의를 불러오지 못했습니다.';

type RenderTarget = (inquiry: InquiryDetail) => ReactNode;

export function InquiryDesk({ id, renderTarget }: { id: number; renderTarget: RenderTarget }) {
  const query = useQuery(openedInquiryQuery(id));
  return (
    <div className="grid gap-3">
      <p>
        <LinkButton
          to={PATHS.admin}
          search={(now) => ({ ...now, menu: 'INQUIRY', id: undefined })}
          variant="ghost"
          size="sm"
          icon={<ArrowLeft size={16} />}
        >
          목록으로
        </LinkButton>
      </p>
      {query.data ? (
        <Opened key={id} inquiry={query.data} renderTarget={renderTarget} />
      ) : (
        <Card className="overflow-hidden">
          {query.error instanceof ApiError && query.error.status === 404 ? (
            <EmptyState icon={<SearchX size={22} />} title="문의를 찾을 수 없습니다." />
          ) : (
            <LoadState query={query} failed={INQUIRY_FAILED} rows={5} />
          )}
        </Card>
      )}
    </div>
  );
}

function Opened({ inquiry, renderTarget }: { inquiry: InquiryDetail; renderTarget: RenderTarget }) {
  const { data: me } = useMe();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <Card as="article" className="grid gap-4 px-6 py-5 max-md:px-4">
        <header className="grid gap-2 border-line border-b pb-4">
          <p className="flex flex-wrap items-center gap-1.5">
            <InquiryStateBadge state={inquiry.state} />
            <Badge tone="plain">{INQUIRY_CATEGORY_TITLES[inquiry.category]}</Badge>
          </p>
          <h2 ref={heading} tabIndex={-1} className="font-bold text-xl [overflow-wrap:anywhere]">
            <bdi>{inquiry.title}</bdi>
          </h2>
          <Asker inquiry={inquiry} />
        </header>
        <PlainText>{inquiry.content}</PlainText>
        <InquiryFiles inquiry={inquiry} />
        {inquiry.previousId !== null && (
          <p className="text-ink-2 text-md">
            이어진 문의:{' '}
            <Link
              to={PATHS.admin}
              search={(now) => ({ ...now, menu: 'INQUIRY', id: inquiry.previousId ?? undefined })}
              className="font-semibold text-sea underline underline-offset-4"
            >
              이전 문의 보기
            </Link>
          </p>
        )}
        {(inquiry.category === 'REPORT' || inquiry.category === 'OBJECTION') &&
          renderTarget(inquiry)}
        <GrantBox inquiry={inquiry} />
      </Card>
      <InquiryAnswers inquiry={inquiry} />
      {inquiry.emailRefused && (
        <p role="status" className="text-buoy text-md">
          {inquiry.outsideReporter
            ? '답변 이메일이 전달되지 않았습니다. 이유는 이메일 기록에 있습니다.'
            : '답변 이메일이 전달되지 않았습니다. 이유는 이메일 기록에 있습니다. 알림은 보냈습니다.'}
        </p>
      )}
      {me && (
        <Card as="section" className="px-6 py-5 max-md:px-4">
          <AnswerForm key={inquiry.state} memberId={me.id} inquiry={inquiry} />
        </Card>
      )}
      <p className="text-ink-3 text-sm">이 문의를 연 것은 감사 기록에 남습니다.</p>
    </div>
  );
}

function Asker({ inquiry }: { inquiry: InquiryDetail }) {
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

function GrantBox({ inquiry }: { inquiry: InquiryDetail }) {
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
      await alertFailure('권한 부여 실패', error, '권한 부여에 실패했습니다.');
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
