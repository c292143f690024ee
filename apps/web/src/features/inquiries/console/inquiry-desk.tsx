import type { Assignee } from '@naru/contract/assignees';
import { INQUIRY_CATEGORY_TITLES, type InquiryDetail } from '@naru/contract/inquiries';
import type { InquiryDesk as Desk } from '@naru/contract/inquiry-desk';
import { JUDGED_TYPES } from '@naru/contract/moderation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { AssigneeMenu, useAssign } from '../../../entities/inquiries/assigned.tsx';
import { Beside } from '../../../entities/inquiries/beside.tsx';
import { DeskKeys } from '../../../entities/inquiries/desk-keys.tsx';
import { DoneLine } from '../../../entities/inquiries/done-line.tsx';
import { useMe } from '../../../entities/member/me.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { usePollInterval } from '../../../lib/live/live.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { InquiryAnswers, InquiryFiles, InquiryStateBadge, PlainText } from '../inquiry-view.tsx';
import { AnswerForm, type AnswerText } from './answer-form.tsx';
import { Asker, GrantBox } from './asker.tsx';
import { deskQuery, type InquiryFilter, openedInquiryQuery } from './console.queries.ts';

export const INQUIRY_FAILED = '문의를 불러오지 못했습니다.';

type RenderTarget = (inquiry: InquiryDetail) => ReactNode;

type Done = { id: number; title: string };

type DeskProps = {
  id: number;
  filter: InquiryFilter;
  /** What was finished right before this one opened by itself. */
  done: Done | null;
  onOpen: (id: number) => void;
  onFinished: (done: Done, nextId: number | null) => void;
  renderTarget: RenderTarget;
};

/** An open inquiry with the ways to its neighbours; the next open one follows when it is finished. */
export function InquiryDesk({ id, filter, done, onOpen, onFinished, renderTarget }: DeskProps) {
  const client = useQueryClient();
  const query = useQuery(openedInquiryQuery(id));
  const refetchInterval = usePollInterval();
  const { data: found, isPlaceholderData } = useQuery({
    ...deskQuery(id, filter),
    refetchInterval,
  });
  const desk = isPlaceholderData ? undefined : found;
  const inquiry = query.data;
  const openId = useRef<number | null>(null);
  useEffect(() => {
    openId.current = id;
    return () => {
      openId.current = null;
    };
  }, [id]);
  const finish = async () => {
    if (!inquiry) return;
    const fresh = await client
      .fetchQuery({ ...deskQuery(id, filter), staleTime: 0 })
      .catch(() => desk);
    // Without knowing what is next, the finished one stays; who has gone elsewhere stays there.
    if (fresh === undefined || openId.current !== id) toast.success('문의를 완료했습니다.');
    else onFinished({ id, title: inquiry.title }, fresh.nextOpenId);
  };
  return (
    <div className="grid gap-3">
      {done && (
        <DoneLine>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            ‘<bdi>{done.title}</bdi>’ 문의를 완료했습니다. 다음 문의입니다.
          </span>
          <InquiryLink id={done.id}>완료한 문의 보기</InquiryLink>
        </DoneLine>
      )}
      <DeskBar id={id} desk={desk} onOpen={onOpen} />
      {inquiry?.state === 'PROCESSING' && desk?.state === 'COMPLETED' && (
        <Answered desk={desk} onReload={() => void query.refetch()} />
      )}
      {inquiry ? (
        <Opened
          key={id}
          inquiry={inquiry}
          assignee={desk === undefined ? inquiry.assignee : desk.assignee}
          renderTarget={renderTarget}
          onCompleted={() => void finish()}
        />
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

type BarProps = { id: number; desk: Desk | undefined; onOpen: (id: number) => void };

/** The ways to the list and to what is beside, by buttons and keys. */
function DeskBar({ id, desk, onOpen }: BarProps) {
  const { data: me } = useMe();
  const { assign } = useAssign();
  const wayTo = (other: number | null | undefined) => (other ? () => onOpen(other) : undefined);
  const [onPrevious, onNext] = [wayTo(desk?.previousId), wayTo(desk?.nextId)];
  const take = () => {
    if (!me || desk?.state !== 'PROCESSING' || desk.assignee?.id === me.id) return;
    assign({ inquiryId: id, assigneeId: me.id, before: desk.assignee?.id ?? null });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <LinkButton
        to={PATHS.admin}
        search={(now) => ({ ...now, menu: 'INQUIRY', id: undefined })}
        variant="ghost"
        size="sm"
        icon={<ArrowLeft size={16} />}
      >
        목록으로
      </LinkButton>
      <DeskKeys
        reply="답변"
        actions={{
          next: () => onNext?.(),
          previous: () => onPrevious?.(),
          reply: focusAnswer,
          take,
        }}
      />
      {desk && (
        <Beside
          position={desk.position}
          total={desk.total}
          onPrevious={onPrevious}
          onNext={onNext}
        />
      )}
    </div>
  );
}

function focusAnswer(): void {
  document.querySelector<HTMLElement>('[data-answer-form] textarea')?.focus();
}

function InquiryLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link
      to={PATHS.admin}
      search={(now) => ({ ...now, menu: 'INQUIRY', id })}
      className="font-semibold text-sea underline underline-offset-4"
    >
      {children}
    </Link>
  );
}

/** A colleague was faster. Reading the inquiry again is audited, so the reader asks for it. */
function Answered({ desk, onReload }: { desk: Desk; onReload: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-ctl bg-gold-weak px-4 py-2.5 text-md"
    >
      <p>
        <bdi>{desk.responderNickname}</bdi> 님이 먼저 답변했습니다. 쓰던 글은 남아 있습니다.
      </p>
      <Button size="sm" onClick={onReload}>
        답변 보기
      </Button>
    </div>
  );
}

type OpenedProps = {
  inquiry: InquiryDetail;
  assignee: Assignee | null;
  renderTarget: RenderTarget;
  onCompleted: () => void;
};

function Opened({ inquiry, assignee, renderTarget, onCompleted }: OpenedProps) {
  const { data: me } = useMe();
  const heading = useRef<HTMLHeadingElement>(null);
  const answerText = useRef<AnswerText>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <Card as="article" className="grid gap-4 px-6 py-5 max-md:px-4">
        <header className="grid gap-2 border-line border-b pb-4">
          <div className="flex flex-wrap items-center gap-1.5">
            <InquiryStateBadge state={inquiry.state} />
            <Badge tone="plain">{INQUIRY_CATEGORY_TITLES[inquiry.category]}</Badge>
            {inquiry.state === 'PROCESSING' && (
              <span className="ml-auto">
                <AssigneeMenu
                  inquiryId={inquiry.id}
                  assignee={assignee}
                  isOfContent={isReportOfContent(inquiry)}
                />
              </span>
            )}
          </div>
          <h2 ref={heading} tabIndex={-1} className="font-bold text-xl [overflow-wrap:anywhere]">
            <bdi>{inquiry.title}</bdi>
          </h2>
          <Asker inquiry={inquiry} />
        </header>
        <PlainText>{inquiry.content}</PlainText>
        <InquiryFiles inquiry={inquiry} />
        {inquiry.previousId !== null && (
          <p className="text-ink-2 text-md">
            이어진 문의: <InquiryLink id={inquiry.previousId}>이전 문의 보기</InquiryLink>
          </p>
        )}
        {(inquiry.category === 'REPORT' || inquiry.category === 'OBJECTION') &&
          renderTarget(inquiry)}
        {me && (
          <GrantBox
            memberId={me.id}
            inquiry={inquiry}
            answerText={answerText}
            onCompleted={onCompleted}
          />
        )}
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
          <AnswerForm
            ref={answerText}
            memberId={me.id}
            inquiry={inquiry}
            onCompleted={onCompleted}
          />
        </Card>
      )}
      <p className="text-ink-3 text-sm">이 문의를 연 것은 감사 기록에 남습니다.</p>
    </div>
  );
}

const isReportOfContent = ({ category, targetType }: InquiryDetail) =>
  category === 'REPORT' && JUDGED_TYPES.some((type) => type === targetType);
