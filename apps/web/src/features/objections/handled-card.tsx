import { postBoardName } from '@naru/contract/boards';
import { officeTitle } from '@naru/contract/inquiries';
import type { HandledItem } from '@naru/contract/objections';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { formatCount } from '../../lib/format/numbers.ts';
import { PATHS } from '../../lib/paths.ts';
import { usePageInAddress } from '../../lib/place.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Pagination, useExistingPage } from '../../ui/pagination.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { handledListQuery } from './objections.queries.ts';
import { actionName, KIND_NAMES, NO_REASON } from './objections.texts.ts';

const TITLE = '운영진이 조치한 글';

/** Own content that staff removed, moved or hid. */
export function HandledCard() {
  const [page, setPage] = usePageInAddress();
  const query = useQuery(handledListQuery(page));
  const { data, isPlaceholderData } = query;
  useExistingPage({
    page,
    totalPages: isPlaceholderData ? undefined : data?.page.totalPages,
    onPage: setPage,
  });
  return (
    <Card as="section" aria-labelledby="handled-title" className="overflow-hidden">
      <div className="flex items-center gap-2 border-line border-b px-5 py-3.5 max-md:px-4">
        <span className="text-buoy">
          <ShieldAlert size={18} />
        </span>
        <h2 id="handled-title" tabIndex={-1} className="font-bold text-lg">
          {TITLE}
        </h2>
        {data && <span className="text-ink-3 text-md">{formatCount(data.page.totalElements)}</span>}
      </div>
      {!data && <LoadState query={query} failed="목록을 불러오지 못했습니다." rows={3} />}
      {data && <Rows items={data.items} />}
      {data && (
        <Pagination
          label={`${TITLE} 페이지`}
          page={page}
          totalPages={data.page.totalPages}
          onPage={setPage}
        />
      )}
    </Card>
  );
}

function Rows({ items }: { items: readonly HandledItem[] }) {
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<ShieldCheck size={22} />}
        title="운영진이 조치한 글이 없습니다."
        text="운영진이 내 글이나 댓글을 삭제하거나 가리면, 사유와 이의 제기 방법이 여기에 보입니다."
      />
    );
  }
  return (
    <ul aria-label={TITLE}>
      {items.map((item) => (
        <li key={`${item.type}-${item.id}`} className="border-line border-t first:border-t-0">
          <Row item={item} />
        </li>
      ))}
    </ul>
  );
}

function Row({ item }: { item: HandledItem }) {
  const { type, id, action, title, excerpt, reason, office } = item;
  return (
    <Link
      to={PATHS.mypageHandled}
      params={{ type: type.toLowerCase(), id: String(id) }}
      className="grid grid-cols-1 gap-1 px-5 py-3.5 hover:bg-hover max-md:px-4"
    >
      <span className="flex items-center gap-2">
        <Badge tone="buoy">
          {KIND_NAMES[type]} {actionName(action)}
        </Badge>
        <bdi className="min-w-0 truncate font-semibold">{type === 'COMMENT' ? excerpt : title}</bdi>
      </span>
      <span className="text-ink-2 text-md [overflow-wrap:anywhere]">
        사유: <bdi>{reason || NO_REASON}</bdi>
      </span>
      <span className="flex flex-wrap items-center gap-x-2.5 text-ink-3 text-sm">
        <span>{postBoardName(item.boardType)}</span>
        <span>{officeTitle(office)}</span>
        <TimeText date={item.actedAt} kind="list" />
        {item.objectionId !== null && <span>이의 제기함</span>}
      </span>
    </Link>
  );
}
