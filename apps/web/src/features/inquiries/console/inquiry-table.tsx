import { INQUIRY_CATEGORY_TITLES, type Inquiry } from '@naru/contract/inquiries';
import { ROLE_TITLES } from '@naru/contract/roles';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { cx } from '../../../ui/cx.ts';
import { TimeText } from '../../../ui/time-text.tsx';
import { InquiryStateBadge } from '../inquiry-view.tsx';

type Props = { inquiries: readonly Inquiry[] };

/** A table; on phones a list of cards. */
export function InquiryTable({ inquiries }: Props) {
  const isPhone = useMedia(PHONE);
  return isPhone ? <Cards inquiries={inquiries} /> : <Table inquiries={inquiries} />;
}

function categoryOf({ category, targetRole }: Inquiry): string {
  const title = INQUIRY_CATEGORY_TITLES[category];
  return targetRole === null ? title : `${title} (${ROLE_TITLES[targetRole]})`;
}

function InquiryLink(props: { inquiry: Inquiry; className: string; children: ReactNode }) {
  return (
    <Link
      to={PATHS.admin}
      search={(now) => ({ ...now, menu: 'INQUIRY', id: props.inquiry.id })}
      data-inquiry={props.inquiry.id}
      preload={false}
      className={props.className}
    >
      {props.children}
    </Link>
  );
}

const COLUMNS = [
  ['작성자', 'w-28 pl-5'],
  ['제목', ''],
  ['유형', 'w-30'],
  ['상태', 'w-22'],
  ['담당', 'w-24'],
  ['접수일', 'w-32'],
  ['답변일', 'w-36 pr-5'],
] as const;
const HEAD = 'whitespace-nowrap px-2 py-2.5 text-left font-semibold text-ink-2 text-sm';
const CELL = 'px-2 py-3 align-middle';

function Table({ inquiries }: Props) {
  return (
    <table className="w-full table-fixed text-md">
      <caption className="sr-only">문의</caption>
      <thead>
        <tr className="bg-deck">
          {COLUMNS.map(([name, className]) => (
            <th key={name} scope="col" className={cx(HEAD, className)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inquiries.map((inquiry) => (
          <tr key={inquiry.id} className="relative border-line border-t hover:bg-hover">
            <td className={cx(CELL, 'truncate pl-5')}>
              <bdi>{inquiry.userName}</bdi>
            </td>
            <td className={CELL}>
              {/* The link covers its whole row. */}
              <InquiryLink
                inquiry={inquiry}
                className="line-clamp-2 font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px]"
              >
                <bdi>{inquiry.title}</bdi>
              </InquiryLink>
            </td>
            <td className={cx(CELL, 'text-ink-2')}>{categoryOf(inquiry)}</td>
            <td className={CELL}>
              <InquiryStateBadge state={inquiry.state} />
            </td>
            <td className={cx(CELL, 'truncate text-ink-2')}>
              {inquiry.assignee ? (
                <bdi>{inquiry.assignee.nickname}</bdi>
              ) : (
                <Absent meaning="담당 없음" />
              )}
            </td>
            <td className={cx(CELL, 'whitespace-nowrap text-ink-2 text-sm tabular-nums')}>
              <TimeText date={inquiry.createdAt} kind="list" />
            </td>
            <td className={cx(CELL, 'whitespace-nowrap pr-5 text-ink-2 text-sm tabular-nums')}>
              <Answered inquiry={inquiry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Answered({ inquiry }: { inquiry: Inquiry }) {
  if (inquiry.completeDateTime !== null) {
    return <TimeText date={inquiry.completeDateTime} kind="list" />;
  }
  return <Absent meaning="답변 전" />;
}

function Absent({ meaning }: { meaning: string }) {
  return (
    <>
      <span aria-hidden="true">-</span>
      <span className="sr-only">{meaning}</span>
    </>
  );
}

function Cards({ inquiries }: Props) {
  return (
    <ul aria-label="문의">
      {inquiries.map((inquiry) => (
        <li key={inquiry.id} className="border-line border-t first:border-t-0">
          <InquiryLink inquiry={inquiry} className="grid gap-1.5 px-4 py-3.5 hover:bg-hover">
            <span className="flex items-center gap-2">
              <InquiryStateBadge state={inquiry.state} />
              <bdi className="min-w-0 truncate font-semibold">{inquiry.title}</bdi>
            </span>
            <span className="flex flex-wrap gap-x-2.5 text-ink-2 text-sm">
              <bdi>{inquiry.userName}</bdi>
              {categoryOf(inquiry)}
              {inquiry.assignee && (
                <span>
                  담당: <bdi>{inquiry.assignee.nickname}</bdi>
                </span>
              )}
            </span>
            <span className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm tabular-nums">
              <span>
                접수 <TimeText date={inquiry.createdAt} kind="list" />
              </span>
              {inquiry.completeDateTime && (
                <span>
                  답변 <TimeText date={inquiry.completeDateTime} kind="list" />
                </span>
              )}
            </span>
          </InquiryLink>
        </li>
      ))}
    </ul>
  );
}
