import type { DateChange, DateImport } from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES } from '@naru/contract/academic-kinds';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { TriangleAlert } from 'lucide-react';
import { CsvImportDialog } from '../../../entities/csv-import/csv-import-dialog.tsx';
import { writeCsv } from '../../../lib/csv.ts';
import { Badge } from '../../../ui/badge.tsx';
import { shortPeriod } from '../calendar-days.ts';
import { previewDates, useImportDates } from './calendar-editor.queries.ts';

/** Dates from a calendar file or a table, with a preview of what they change. */
export function DateImportDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const saving = useImportDates();
  return (
    <CsvImportDialog
      title="파일로 학사일정 가져오기"
      onClose={onClose}
      kinds={{ 'text/calendar': ['.ics'] }}
      guide={
        <>
          <p>
            학교가 내려받게 한 달력 파일(.ics)을 그대로 올리거나 CSV 파일을 올립니다. CSV의 첫 줄은
            제목입니다. 일정과 시작일은 꼭 있어야 하고 종료일, 종류, 설명, 링크는 없어도 됩니다.
          </p>
          <p className="rounded-md bg-deck px-3 py-1.5 text-sm">
            {`기말고사, ${today}, ${today}, 시험`}
          </p>
          <p>
            새 일정은 더하고, 전에 파일로 올린 일정은 고칩니다. 파일에 없는 일정과 직접 수정한
            일정은 그대로 남습니다.
          </p>
        </>
      }
      template={{ name: '학사일정-양식.csv', csv: () => templateCsv(today.slice(0, 4)) }}
      source={{
        maxLength: LIMITS.academicFileMax,
        tooLarge: TEXTS.academicFileTooLarge,
        mayLeaveOut: true,
        preview: previewDates,
        save: saving.mutateAsync,
        done: '학사일정을 가져왔습니다.',
        failed: '학사일정을 가져오지 못했습니다.',
        onImported: onClose,
      }}
      show={(preview) => <DatePreview preview={preview} />}
    />
  );
}

function templateCsv(year: string): string {
  return writeCsv([
    ['일정', '시작일', '종료일', '종류', '설명', '링크'],
    ['개강', `${year}-03-02`, '', '수업', '', ''],
    ['중간고사', `${year}-04-20`, `${year}-04-24`, '시험', '강의실은 추후 안내', ''],
    ['개교기념일', `${year}-05-15`, '', '휴일', '', 'https://example.com/'],
  ]);
}

function DatePreview({ preview }: { preview: DateImport }) {
  const { created, updated, unchanged, kept: byHand, changes, hints } = preview;
  const counts = [
    `새 일정 ${created}개`,
    `바뀌는 일정 ${updated}개`,
    `그대로인 일정 ${unchanged + byHand}개`,
  ];
  const more = created + updated - changes.length;
  return (
    <div className="grid grid-cols-1 gap-3">
      {hints.length > 0 && (
        <ul className="grid gap-1 rounded-ctl bg-gold-weak px-3.5 py-3 text-gold text-md">
          {hints.map((hint) => (
            <li key={hint} className="flex items-start gap-1.5 [overflow-wrap:anywhere]">
              <TriangleAlert size={16} className="mt-1 shrink-0" />
              {hint}
            </li>
          ))}
        </ul>
      )}
      {byHand > 0 && (
        <p className="text-ink-2 text-md">직접 수정한 일정 {byHand}개는 바꾸지 않습니다.</p>
      )}
      {changes.length === 0 ? (
        <p className="text-ink-2">바뀌는 일정이 없습니다. 이미 같은 내용으로 등록되어 있습니다.</p>
      ) : (
        <h3 className="font-bold">{counts.join(' · ')}</h3>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {changes.map((change) => (
          <Change key={keyOf(change)} change={change} />
        ))}
      </ul>
      {more > 0 && <p className="text-ink-2 text-md">이 밖에 {more}개가 더 있습니다.</p>}
    </div>
  );
}

function keyOf({ before, after }: DateChange): string {
  return [before, after].map((one) => one && `${one.startsOn} ${one.endsOn} ${one.title}`).join();
}

/** A file may hold dates of any year. */
function periodWithYear(period: Pick<DateChange['after'], 'startsOn' | 'endsOn'>): string {
  const [year, last] = [period.startsOn.slice(0, 4), period.endsOn.slice(0, 4)];
  return year === last ? `${year}. ${shortPeriod(period)}` : shortPeriod(period);
}

function Change({ change: { before, after } }: { change: DateChange }) {
  const text = ({ title, kind, note, targetUrl, ...period }: DateChange['after']) =>
    [periodWithYear(period), ACADEMIC_KIND_NAMES[kind], note, targetUrl]
      .filter(Boolean)
      .join(' · ');
  return (
    <li className="rounded-ctl border border-line p-3">
      <p className="flex items-center gap-2 font-semibold">
        <Badge tone={before ? 'gold' : 'sea'}>{before ? '바뀜' : '새 일정'}</Badge>
        <bdi className="min-w-0 truncate">{after.title}</bdi>
      </p>
      {before && (
        <p className="mt-1 text-ink-3 text-sm line-through [overflow-wrap:anywhere]">
          {before.title !== after.title && `${before.title} · `}
          {text(before)}
        </p>
      )}
      <p className="mt-1 text-ink-2 text-sm [overflow-wrap:anywhere]">{text(after)}</p>
    </li>
  );
}
