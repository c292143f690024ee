import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_TARGETS,
  type AuditAction,
  type AuditEntry,
} from '@naru/contract/audit';
import { AUDIT_TARGET_NAMES } from '@naru/contract/audit-words';
import { LIMITS } from '@naru/contract/limits';
import { cutGraphemes } from '@naru/contract/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { searchedText } from '../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConsoleList, FilterSelect } from '../../ui/console.tsx';
import { DayInput } from '../../ui/date-inputs.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { changesOf, detailsOf, sentenceOf } from './audit.lines.ts';
import { type AuditFilter, auditQuery, exportAudit } from './audit.queries.ts';

export type AuditPlace = { filter: AuditFilter; page: number };

type ViewProps = {
  /** Where the address says that the reader is; `page` counts from 0. */
  initial?: AuditPlace;
  /** Called when the reader filters or turns the page. */
  onPlace?: (place: AuditPlace) => void;
};

/** Console panel 감사 기록. */
export function AuditView({ initial, onPlace }: ViewProps) {
  const [filter, setFilter] = useState<AuditFilter>(initial?.filter ?? NO_AUDIT_FILTER);
  const [page, setPage] = useState(initial?.page ?? 0);
  const actor = useDebouncedText(searchedText(filter.actor.normalize('NFC').trim()));
  const { action, targetType, from: since, to } = filter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place is reported
  useEffect(() => {
    onPlace?.({ filter: { ...filter, actor }, page });
  }, [action, targetType, since, to, actor, page]);
  // A reversed range is queried without its start.
  const from = isRangeWrong(filter) ? '' : filter.from;
  const asked = { ...filter, actor, from };
  const found = useQuery(auditQuery(asked, page));
  const exporting = useMutation({
    mutationFn: exportAudit,
    onError: (error) => void alertFailure('감사 기록을 내려받지 못했습니다.', error),
  });
  return (
    <Card as="section" aria-label="감사 기록" className="overflow-hidden">
      <AuditFilters
        filter={filter}
        onFilter={(next) => {
          setPage(0);
          setFilter(next);
        }}
        onExport={() => exporting.mutate(asked)}
        isExporting={exporting.isPending}
      />
      <div className="border-line border-t">
        <ConsoleList
          name="감사 기록"
          ordered
          failed="감사 기록을 불러오지 못했습니다."
          query={found}
          rows={found.data?.entries}
          keyOf={({ id }) => id}
          onPage={setPage}
          empty={{
            icon: <History size={22} />,
            title: '기록이 없습니다.',
            text: '조건에 맞는 기록이 없습니다.',
          }}
        >
          {(entry) => <AuditRow entry={entry} />}
        </ConsoleList>
      </div>
    </Card>
  );
}

const ACTION_OPTIONS = AUDIT_ACTION_NAMES.map((value) => ({ value, label: AUDIT_ACTIONS[value] }));
const TARGET_OPTIONS = AUDIT_TARGETS.map((value) => ({ value, label: AUDIT_TARGET_NAMES[value] }));

const NO_AUDIT_FILTER: AuditFilter = { actor: '', from: '', to: '' };

function isRangeWrong({ from, to }: AuditFilter): boolean {
  return from !== '' && to !== '' && from > to;
}

type Props = {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
  onExport: () => void;
  isExporting: boolean;
};

function AuditFilters({ filter, onFilter, onExport, isExporting }: Props) {
  const change = (part: Partial<AuditFilter>) => onFilter({ ...filter, ...part });
  const isBlank = Object.values(filter).every((value) => !value);
  return (
    <search className="grid gap-3 px-5 py-4 max-md:px-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        <FilterSelect
          label="작업"
          all="모든 작업"
          options={ACTION_OPTIONS}
          value={filter.action}
          onChoose={(action) => change({ action })}
        />
        <FilterSelect
          label="대상"
          all="모든 대상"
          options={TARGET_OPTIONS}
          value={filter.targetType}
          onChoose={(targetType) => change({ targetType })}
        />
        <Field label="처리한 사람" className="max-lg:col-span-2">
          <TextInput
            value={filter.actor}
            onText={(actor) => change({ actor })}
            maxLength={LIMITS.queryMax}
            placeholder="닉네임"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label="시작일" error={isRangeWrong(filter) ? '시작일이 종료일보다 늦습니다.' : null}>
          <DayInput value={filter.from} onDay={(from) => change({ from })} />
        </Field>
        <Field label="종료일">
          <DayInput value={filter.to} onDay={(to) => change({ to })} />
        </Field>
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p className="text-ink-3 text-sm">
          운영진이 한 모든 일이 남습니다. 기록은 누구도 수정하거나 삭제할 수 없습니다.
        </p>
        <div className="ml-auto flex gap-2">
          {!isBlank && (
            <Button size="sm" variant="ghost" onClick={() => onFilter(NO_AUDIT_FILTER)}>
              조건 지우기
            </Button>
          )}
          <Button
            size="sm"
            icon={<Download size={16} />}
            pending={isExporting}
            title="지금 조건에 맞는 기록을 모두 받습니다. 내려받은 일도 기록됩니다."
            onClick={onExport}
          >
            CSV 내려받기
          </Button>
        </div>
      </div>
    </search>
  );
}

const TONES: Record<string, BadgeTone> = {
  role: 'violet',
  member: 'gold',
  inquiry: 'sea',
  reveal: 'buoy',
};

/** Longer values, in UTF-16 units, are collapsed to `PREVIEW` graphemes. */
const SHOWN_MAX = 60;
const PREVIEW = 24;

function titleOf(action: string): string {
  const isKnown = (name: string): name is AuditAction => name in AUDIT_ACTIONS;
  return isKnown(action) ? AUDIT_ACTIONS[action] : action;
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry);
  const [group = ''] = entry.action.split('.');
  return (
    <article className="grid gap-1.5 px-5 py-3.5 max-md:px-4 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-4">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={TONES[group] ?? 'plain'}>{titleOf(entry.action)}</Badge>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <bdi className="font-semibold">{entry.actorNickname}</bdi>
          {entry.actorId === 0 ? '로 ' : ' 님이 '}
          <bdi>{sentenceOf(entry)}</bdi>
        </span>
      </p>
      {entry.reason && (
        <p className="border-line-strong md:col-start-1 border-l-3 pl-3 text-ink-2 text-md [overflow-wrap:anywhere]">
          사유: <bdi>{entry.reason}</bdi>
        </p>
      )}
      {details.length > 0 && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-md md:col-start-1">
          {details.map(({ name, value }) => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 text-ink-3">{name}</dt>
              <dd className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
                <Value text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Changes entry={entry} />
      <p className="flex flex-wrap gap-x-3 text-ink-3 text-sm tabular-nums md:col-start-2 md:row-span-4 md:row-start-1 md:flex-col md:items-end">
        <TimeText date={entry.createdAt} kind="list" />
        {entry.address && <span>{entry.address}</span>}
      </p>
    </article>
  );
}

/** Changes of one save that are shown before the rest is unfolded. */
const CHANGES_SHOWN = 6;

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  const rest = changes.slice(CHANGES_SHOWN);
  return (
    <div className="grid min-w-0 gap-1 text-md md:col-start-1">
      <ChangeList changes={changes.slice(0, CHANGES_SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold text-sea">
            바뀐 곳 {rest.length}개 더 보기
          </summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </div>
  );
}

function ChangeList({ changes }: { changes: ReturnType<typeof changesOf> }) {
  return (
    <dl className="grid gap-1">
      {changes.map(({ place, before, after }) => (
        <div key={place} className="min-w-0 [overflow-wrap:anywhere]">
          <dt className="inline text-ink-3">{place || '값'}</dt>{' '}
          <dd className="inline text-ink-2">
            {before === null ? (
              <span className="text-ink-3">없음</span>
            ) : (
              <del className="text-ink-3">{before}</del>
            )}
            <span aria-hidden="true"> → </span>
            <span className="sr-only">에서 다음으로 바뀜: </span>
            {after === null ? (
              <span className="text-ink-3">없음</span>
            ) : (
              <ins className="no-underline">{after}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ text }: { text: string }) {
  if (text.length <= SHOWN_MAX) return <bdi>{text}</bdi>;
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-sea">
        {cutGraphemes(text, PREVIEW)}
      </summary>
      <bdi>{text}</bdi>
    </details>
  );
}
