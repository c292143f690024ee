import type { AcademicDate } from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES } from '@naru/contract/academic-kinds';
import { ExternalLink } from 'lucide-react';
import { dDay } from '../../entities/academic-calendar/d-day.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KIND_TONES, shortPeriod } from './calendar-days.ts';

type DateListProps = {
  label: string;
  dates: readonly AcademicDate[];
  today: string;
  onOpen: (date: AcademicDate) => void;
};

/** Dates in rows, each with its days and how far away it is. */
export function DateList({ label, dates, today, onOpen }: DateListProps) {
  return (
    <ul aria-label={label}>
      {dates.map((date) => (
        <li key={date.id} className="border-line border-t">
          <button
            type="button"
            onClick={() => onOpen(date)}
            className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
          >
            <Badge tone={KIND_TONES[date.kind]}>{ACADEMIC_KIND_NAMES[date.kind]}</Badge>
            <span className="grid min-w-0 flex-1">
              <bdi className="truncate font-semibold">{date.title}</bdi>
              <span className="text-ink-3 text-sm">{shortPeriod(date)}</span>
            </span>
            {date.endsOn >= today && (
              <span className="shrink-0 font-bold text-sea text-sm">{dDay(date, today)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

type DateDialogProps = { date: AcademicDate; today: string; onClose: () => void };

/** All that is known of a date. */
export function DateDialog({ date, today, onClose }: DateDialogProps) {
  const { title, kind, note, targetUrl } = date;
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid justify-items-start gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={KIND_TONES[kind]}>{ACADEMIC_KIND_NAMES[kind]}</Badge>
          <span className="font-semibold">{shortPeriod(date)}</span>
          <span className="font-bold text-sea text-sm">{dDay(date, today)}</span>
        </p>
        {note !== '' && (
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <bdi>{note}</bdi>
          </p>
        )}
        {targetUrl !== null && (
          <a href={targetUrl} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
            <ExternalLink size={16} />
            자세히 보기
            <span className="sr-only"> (새 창)</span>
          </a>
        )}
      </div>
    </Dialog>
  );
}
