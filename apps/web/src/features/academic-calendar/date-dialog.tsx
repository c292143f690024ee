import type { AcademicDate } from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES } from '@naru/contract/academic-kinds';
import { ExternalLink } from 'lucide-react';
import { dDay } from '../../entities/academic-calendar/d-day.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { shortPeriod } from './calendar-days.ts';
import { KIND_TONES } from './kinds.ts';

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
