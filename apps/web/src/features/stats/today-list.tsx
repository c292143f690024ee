import type { ContentType } from '@naru/contract/moderation';
import { cutGraphemes } from '@naru/contract/text';
import type { UseQueryResult } from '@tanstack/react-query';
import { FileText, MessageSquare, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRemoveContent } from '../../entities/moderation/remove-content.ts';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Pagination, useExistingPage } from '../../ui/pagination.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

/** Graphemes of the quote in the delete button's name. */
const NAMED_MAX = 20;

const KINDS = {
  POST: { name: '게시글', icon: <FileText size={22} /> },
  COMMENT: { name: '댓글', icon: <MessageSquare size={22} /> },
};

type Page = { page: { totalPages: number; totalElements: number } };
type Row = { id: number; quote: string; row: ReactNode };
type Props<D extends Page> = {
  type: ContentType;
  result: UseQueryResult<D>;
  rowsOf: (data: D) => Row[];
  page: number;
  onPage: (page: number) => void;
  mayRemove: boolean;
};

export function TodayList<D extends Page>(props: Props<D>) {
  const { type, result, rowsOf, page, onPage, mayRemove } = props;
  const { data, isPlaceholderData } = result;
  useExistingPage({
    page,
    totalPages: isPlaceholderData ? undefined : data?.page.totalPages,
    onPage,
  });
  const [selected, setSelected] = useState<Row | null>(null);
  const remove = useRemoveContent();
  const { name, icon } = KINDS[type];
  const title = `오늘의 ${name}`;
  const rows = data ? rowsOf(data) : [];
  return (
    <Card as="section" aria-label={title} className="min-w-0 overflow-hidden">
      <h2 className="flex items-baseline gap-2 px-5 py-3.5 font-bold text-lg max-md:px-4">
        {title}
        {data && <span className="text-md text-sea tabular-nums">{data.page.totalElements}</span>}
      </h2>
      {!data && <LoadState query={result} failed={`${title}을 불러오지 못했습니다.`} rows={5} />}
      {data && rows.length === 0 && (
        <EmptyState
          icon={icon}
          title={`${name}이 없습니다.`}
          text="오늘 새로 올라오면 여기에 보입니다."
        />
      )}
      <ul className={cx(isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
        {rows.map((one) => (
          <li
            key={one.id}
            className="relative flex items-center gap-2 border-line border-t py-2 pr-3 pl-5 max-md:pr-1 max-md:pl-4"
          >
            <div className="min-w-0 flex-1">{one.row}</div>
            {mayRemove && (
              <IconButton
                label={`${cutGraphemes(one.quote, NAMED_MAX)} 삭제`}
                tooltip={false}
                onClick={() => setSelected(one)}
                className="hover:bg-buoy-weak hover:text-buoy"
              >
                <Trash2 size={18} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        totalPages={data?.page.totalPages ?? 0}
        onPage={onPage}
        label={`${title} 페이지 이동`}
      />
      {selected && (
        <ReasonDialog
          title={`이 ${name}을 삭제할까요?`}
          quote={selected.quote}
          draft={`staff-removal-${type}-${selected.id}`}
          label="삭제 사유"
          hint="사유는 운영 기록에 남습니다."
          confirmLabel="삭제"
          danger
          failure={{ title: `${name}을 삭제하지 못했습니다.`, text: TRY_LATER }}
          onReason={async (reason) => {
            await remove.mutateAsync({ type, id: selected.id, reason });
            setSelected(null);
            toast.success(`${name}을 삭제했습니다.`);
          }}
          onClose={() => setSelected(null)}
        />
      )}
    </Card>
  );
}
