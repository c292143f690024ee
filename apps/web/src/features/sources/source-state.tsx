import type { Source } from '@naru/contract/sources';
import { CircleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { countsText, intervalText, lookOf, typeWords } from './source-words.ts';

/** How a source is, in a few lines. */
export function SourceState({ source }: { source: Source }) {
  const { label, tone } = lookOf(source);
  const counts = countsText(source);
  const { type, intervalMinutes, isEnabled, lastSuccessAt, nextRunAt, error } = source;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2 text-md">
        <Badge tone={tone}>{label}</Badge>
        <span>
          {typeWords(type).label} · {typeWords(type).brings}
        </span>
        <span>{intervalText(intervalMinutes)}</span>
      </p>
      <p className="flex flex-wrap gap-x-2.5 gap-y-0.5 text-ink-3 text-sm">
        <span>
          마지막 성공{' '}
          {lastSuccessAt === null ? '없음' : <TimeText date={lastSuccessAt} kind="list" />}
        </span>
        {isEnabled && (
          <span>
            다음 <TimeText date={nextRunAt} kind="list" />
          </span>
        )}
        {counts !== null && <span>{counts}</span>}
      </p>
      {error !== null && (
        <p className="flex items-start gap-1 font-medium text-buoy text-sm [overflow-wrap:anywhere]">
          <CircleAlert size={15} className="mt-[3px] shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}
