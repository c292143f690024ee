import type { MustReadReader } from '@naru/contract/must-reads';
import { STUDY_YEARS } from '@naru/contract/study-years';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { BellRing, Download } from 'lucide-react';
import { useState } from 'react';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { formatListDate } from '../../lib/format/dates.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import {
  exportReaders,
  type ReadersFilter,
  readersQuery,
  useReminder,
} from './must-reads.queries.ts';

const STATES = [
  { value: 'waiting', label: '아직' },
  { value: 'confirmed', label: '확인' },
] as const;
const YEARS = [
  ...STUDY_YEARS.map((year) => ({ value: String(year), label: `${year}학년` })),
  { value: '0', label: '밝히지 않음' },
];

type Counts = { waiting: number; confirmed: number };
type ReadersQuery = UseQueryResult<ResultOf<'GET /api/post/:id/must-read'>>;
type ReadersDialogProps = { postId: number; onClose: () => void };

/** Who has confirmed a must-read notice and who has not; reminds them once a day. */
export function ReadersDialog({ postId, onClose }: ReadersDialogProps) {
  const [filter, setFilter] = useState<ReadersFilter>({ state: 'waiting', year: null, page: 0 });
  const query = useQuery(readersQuery(postId, filter));
  const { data } = query;
  const change = (next: Partial<ReadersFilter>) =>
    setFilter((now) => ({ ...now, page: 0, ...next }));
  return (
    <Dialog
      open
      size="lg"
      title="필독 확인 현황"
      onClose={onClose}
      footer={<Actions postId={postId} counts={data} />}
    >
      <div className="grid gap-5">
        {data && <Years years={data.years} />}
        {data?.isNamed === false ? (
          <p className="text-ink-2 text-md">
            받는 사람을 고른 공지여서 이름은 조교와 관리자만 봅니다.
          </p>
        ) : (
          <Readers {...{ query, filter, change }} />
        )}
      </div>
    </Dialog>
  );
}

type ReadersProps = {
  query: ReadersQuery;
  filter: ReadersFilter;
  /** Goes to the first page unless it names another. */
  change: (next: Partial<ReadersFilter>) => void;
};

function Readers({ query, filter, change }: ReadersProps) {
  const { data, isPlaceholderData } = query;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Segmented
          label="확인 여부"
          items={STATES}
          value={filter.state}
          onChange={(state) => change({ state })}
        />
        <Field label="학년" hideLabel>
          <Select
            options={YEARS}
            placeholder="모든 학년"
            value={filter.year === null ? '' : String(filter.year)}
            onChange={({ target }) =>
              change({ year: target.value === '' ? null : Number(target.value) })
            }
          />
        </Field>
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-70')}>
          <p role="status" className="text-ink-3 text-sm">
            {formatCount(data.totalCount)}명
          </p>
          <ul aria-label={filter.state === 'waiting' ? '확인하지 않은 회원' : '확인한 회원'}>
            {data.readers.map((reader) => (
              <Reader key={reader.id} reader={reader} />
            ))}
          </ul>
          <Pagination
            label="회원 페이지 이동"
            page={data.currentPage}
            totalPages={data.totalPages}
            onPage={(page) => change({ page })}
          />
        </div>
      ) : (
        <LoadState query={query} failed="확인 현황을 불러오지 못했습니다." rows={5} />
      )}
    </>
  );
}

const yearText = (year: number | null) => (year === null ? '학년 밝히지 않음' : `${year}학년`);

function sumOf(years: readonly Counts[]): Counts {
  const sum = (state: keyof Counts) => years.reduce((total, counts) => total + counts[state], 0);
  return { waiting: sum('waiting'), confirmed: sum('confirmed') };
}

function Years({ years }: { years: readonly (Counts & { year: number | null })[] }) {
  const all = sumOf(years);
  return (
    <ul aria-label="학년별 확인" className="grid gap-2.5">
      <Share name="전체" counts={all} isSum />
      {years.length > 1 &&
        years.map(({ year, ...counts }) => (
          <Share key={year} name={yearText(year)} counts={counts} />
        ))}
    </ul>
  );
}

function Share(props: { name: string; counts: Counts; isSum?: boolean }) {
  const { name, counts, isSum } = props;
  const total = counts.waiting + counts.confirmed;
  return (
    <li className={cx('flex items-center gap-3 text-md', isSum && 'font-bold')}>
      <span className="w-28 shrink-0">{name}</span>
      <ProgressBar
        label={`${name} 확인`}
        value={total === 0 ? 0 : counts.confirmed / total}
        className="min-w-0 flex-1"
      />
      <span className="shrink-0 tabular-nums">
        {formatCount(counts.confirmed)}/{formatCount(total)}명
      </span>
    </li>
  );
}

function Reader({ reader }: { reader: MustReadReader }) {
  const { nickname, name, username, year, confirmedAt } = reader;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-line border-t py-2.5 text-md first:border-t-0">
      <bdi className="font-semibold">{nickname}</bdi>
      {name !== null && (
        <span className="text-ink-2">
          <bdi>{name}</bdi> {username}
        </span>
      )}
      <span className="ml-auto text-ink-3 text-sm">
        {confirmedAt === null ? yearText(year) : formatListDate(confirmedAt)}
      </span>
    </li>
  );
}

type ActionsProps = {
  postId: number;
  counts: { years: readonly Counts[]; isReminded: boolean; isNamed: boolean } | undefined;
};

function Actions({ postId, counts }: ActionsProps) {
  const { years = [], isReminded = true, isNamed } = counts ?? {};
  const reminder = useReminder(postId);
  const [isSaving, setSaving] = useState(false);
  const { waiting } = sumOf(years);
  const save = async () => {
    setSaving(true);
    try {
      await exportReaders(postId);
    } catch (error) {
      void alertFailure('명단을 내려받지 못했습니다.', error);
    } finally {
      setSaving(false);
    }
  };
  const remind = () =>
    reminder.mutate(undefined, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => void alertFailure('다시 알리지 못했습니다.', error),
    });
  return (
    <>
      {isNamed !== false && (
        <Button icon={<Download size={16} />} pending={isSaving} onClick={() => void save()}>
          CSV
        </Button>
      )}
      <Button
        variant="primary"
        icon={<BellRing size={16} />}
        pending={reminder.isPending}
        disabled={isReminded || waiting === 0}
        onClick={remind}
      >
        {isReminded && waiting > 0 && years.length > 0
          ? '오늘 다시 알렸습니다'
          : `${formatCount(waiting)}명에게 다시 알리기`}
      </Button>
    </>
  );
}
