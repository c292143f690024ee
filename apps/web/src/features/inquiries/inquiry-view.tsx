import {
  INQUIRY_CATEGORY_TITLES,
  type InquiryDetail,
  type InquiryState,
  officeTitle,
  type StaffActionView,
} from '@naru/contract/inquiries';
import { ROLE_TITLES } from '@naru/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FileList } from '../../entities/attachments/file-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { PageHeading } from '../../ui/page.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { inquiryQuery } from './inquiries.queries.ts';

const TITLES: Record<StaffActionView['action'], string> = {
  REMOVED: '삭제에 대한 이의',
  HIDDEN: '블라인드 처리에 대한 이의',
  RESTORED: '복구에 대한 이의',
  SUSPENDED: '이용 정지에 대한 이의',
};

type ObjectedBoxProps = { objected: StaffActionView; children?: ReactNode };

/** The action of staff that an objection is about. */
export function ObjectedBox({ objected, children }: ObjectedBoxProps) {
  const { action, reason, office, actedAt } = objected;
  return (
    <section
      aria-label="이의를 제기한 조치"
      className="grid justify-items-start gap-1.5 rounded-ctl border border-line bg-deck px-4 py-3"
    >
      <p className="font-semibold">{TITLES[action]}</p>
      <p className="[overflow-wrap:anywhere]">
        사유: <bdi>{reason || '사유가 기록되지 않았습니다.'}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm">
        <span>{officeTitle(office)}</span>
        <TimeText date={actedAt} kind="list" />
      </p>
      {children}
    </section>
  );
}

export function InquiryView({ inquiry }: { inquiry: InquiryDetail }) {
  return (
    <div className="grid gap-4">
      <Card as="article" className="px-6 py-6 max-md:px-4 max-md:py-5">
        <header className="grid gap-2 border-line border-b pb-4">
          <p className="flex flex-wrap items-center gap-1.5">
            <InquiryStateBadge state={inquiry.state} />
            <Badge tone="plain">{INQUIRY_CATEGORY_TITLES[inquiry.category]}</Badge>
            {inquiry.targetRole && (
              <Badge tone="violet">{ROLE_TITLES[inquiry.targetRole]} 권한</Badge>
            )}
          </p>
          <PageHeading className="text-xl">
            <bdi>{inquiry.title}</bdi>
          </PageHeading>
          <p className="text-ink-3 text-sm">
            <TimeText date={inquiry.createdAt} kind="list" />
          </p>
        </header>
        {inquiry.objected && (
          <div className="pt-5">
            <ObjectedBox objected={inquiry.objected} />
          </div>
        )}
        <PlainText className="pt-5">{inquiry.content}</PlainText>
        <InquiryFiles inquiry={inquiry} className="mt-5" />
      </Card>
      {inquiry.reply === null && (
        <p className="rounded-card bg-deck px-6 py-5 text-ink-2 max-md:px-4">
          아직 답변을 준비하고 있습니다. 답변이 등록되면 알려 드립니다.
        </p>
      )}
      <InquiryAnswers inquiry={inquiry} />
    </div>
  );
}

type InquiryFilesProps = { inquiry: InquiryDetail; className?: string };

/** The files of the asker; fresh addresses come with the inquiry. */
export function InquiryFiles({ inquiry, className = '' }: InquiryFilesProps) {
  const client = useQueryClient();
  const { id, attachments } = inquiry;
  const reload = async () =>
    (await client.fetchQuery({ ...inquiryQuery(id), staleTime: 0 })).attachments;
  return <FileList files={attachments} reload={reload} className={className} />;
}

export function InquiryAnswers({ inquiry }: { inquiry: InquiryDetail }) {
  return (
    <>
      {inquiry.reply !== null && (
        <Answer
          name={inquiry.responderNickname ?? ''}
          date={inquiry.completeDateTime ?? inquiry.createdAt}
          label="답변"
        >
          {inquiry.reply}
        </Answer>
      )}
      {inquiry.followUps.map((followUp) => (
        <Answer
          key={followUp.id}
          name={followUp.authorNickname}
          date={followUp.createdAt}
          label="추가 답변"
        >
          {followUp.content}
        </Answer>
      ))}
    </>
  );
}

function Answer(props: { label: string; name: string; date: string; children: string }) {
  return (
    <Card as="section" className="border-l-4 border-l-tide px-6 py-5 max-md:px-4">
      <h2 className="flex flex-wrap items-center gap-2 font-bold text-md">
        <span className="text-tide">{props.label}</span>
        <bdi>{props.name}</bdi>
        <span className="font-normal text-ink-3 text-sm">
          <TimeText date={props.date} kind="list" />
        </span>
      </h2>
      <PlainText className="pt-2">{props.children}</PlainText>
    </Card>
  );
}

export function PlainText(props: { children: ReactNode; className?: string }) {
  return (
    <p
      className={cx(
        'max-w-[68ch] overflow-clip whitespace-pre-wrap leading-[1.7] [overflow-wrap:anywhere]',
        props.className,
      )}
    >
      <bdi>{props.children}</bdi>
    </p>
  );
}

export function InquiryStateBadge({ state }: { state: InquiryState }) {
  return state === 'COMPLETED' ? (
    <Badge tone="tide">답변 완료</Badge>
  ) : (
    <Badge tone="gold">처리 중</Badge>
  );
}
