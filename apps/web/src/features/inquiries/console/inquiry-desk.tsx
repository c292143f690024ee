import { INQUIRY_CATEGORY_TITLES, type InquiryDetail } from '@naru/contract/inquiries';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PATHS } from '../../../app/paths.ts';
import { useMe } from '../../../entities/member/me.ts';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { RoleTag } from '../../../entities/member/role-tag.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { TRY_LATER } from '../../../lib/try-later.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { InquiryStateBadge } from '../inquiry-state.tsx';
import { InquiryAnswers, PlainText } from '../inquiry-view.tsx';
import { AnswerForm, FollowUpForm } from './answer-form.tsx';
import { openedInquiryQuery } from './console.queries.ts';
import { GrantBox } from './grant-box.tsx';

export const INQUIRY_FAILED = '문의를 불러오지 못했습니다.';

type RenderTarget = (inquiry: InquiryDetail) => ReactNode;

export function InquiryDesk({ id, renderTarget }: { id: number; renderTarget: RenderTarget }) {
  const query = useQuery(openedInquiryQuery(id));
  return (
    <div className="grid gap-3">
      <p>
        <LinkButton
          to={PATHS.admin}
          search={{ menu: 'INQUIRY' }}
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
            <LoadState query={query} failed={INQUIRY_FAILED} fallback={TRY_LATER} rows={5} />
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
        {inquiry.previousId !== null && (
          <p className="text-ink-2 text-md">
            이어진 문의:{' '}
            <Link
              to={PATHS.admin}
              search={{ menu: 'INQUIRY', id: inquiry.previousId }}
              className="font-semibold text-sea underline underline-offset-4"
            >
              이전 문의 보기
            </Link>
          </p>
        )}
        {inquiry.category === 'REPORT' && renderTarget(inquiry)}
        <GrantBox inquiry={inquiry} />
      </Card>
      <InquiryAnswers inquiry={inquiry} />
      {me && (
        <Card as="section" className="px-6 py-5 max-md:px-4">
          {inquiry.state === 'PROCESSING' ? (
            <AnswerForm key="answer" memberId={me.id} inquiryId={inquiry.id} />
          ) : (
            <FollowUpForm key="follow-up" memberId={me.id} inquiryId={inquiry.id} />
          )}
        </Card>
      )}
      <p className="text-ink-3 text-sm">이 문의를 연 것은 감사 기록에 남습니다.</p>
    </div>
  );
}

function Asker({ inquiry }: { inquiry: InquiryDetail }) {
  const { asker, userId, userName } = inquiry;
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2 text-md">
      <PersonName name={userName} memberId={asker ? userId : null} className="font-semibold" />
      {asker && (
        <span className="[overflow-wrap:anywhere]">
          <bdi>{asker.name}</bdi> · {asker.username}
        </span>
      )}
      {asker?.roles.map((role) => (
        <RoleTag key={role} role={role} />
      ))}
      <TimeText date={inquiry.createdAt} kind="list" className="text-ink-3 text-sm" />
    </div>
  );
}
