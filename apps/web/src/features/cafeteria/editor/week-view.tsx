import type { EditedDay } from '@naru/contract/cafeteria';
import { CAFETERIA_STATES } from '@naru/contract/cafeteria-choices';
import { CopyPlus, Download, FileUp } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { csvBlob } from '../../../lib/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { nameOfDay, todayInKorea } from '../cafeteria-days.ts';
import { ImportDialog } from './import-dialog.tsx';
import { useWeekEditor } from './use-week-editor.ts';
import {
  CAFETERIAS,
  CATEGORIES,
  type DraftDay,
  findPartErrors,
  hasDishes,
  KOREAN_NAMES,
  toCafeteriaDay,
  toCsv,
} from './week-draft.ts';

type Props = {
  monday: string;
  initial: readonly EditedDay[];
  /** Mirrors whether there are unsaved changes. */
  dirty: RefObject<boolean>;
  /** Whether the first field takes the focus. */
  focuses: boolean;
  onImported: () => void;
};

export function WeekView({ monday, initial, dirty, focuses, onImported }: Props) {
  const editor = useWeekEditor(monday, initial);
  const [imports, setImports] = useState(false);
  const { isDirty, wrong } = editor;
  useEffect(() => {
    if (focuses) document.querySelector<HTMLElement>('[data-week] textarea')?.focus();
  }, [focuses]);
  useEffect(() => {
    dirty.current = isDirty;
  }, [dirty, isDirty]);
  const openImport = () =>
    isDirty ? toast.info('먼저 수정한 내용을 저장하거나 되돌려 주세요.') : setImports(true);
  const download = () =>
    saveFile(csvBlob(toCsv(editor.days.map(toCafeteriaDay))), `식단-${monday}.csv`);
  return (
    <div data-week className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<CopyPlus size={16} />}
          pending={editor.isCopying}
          onClick={() => void editor.copyLastWeek()}
        >
          지난주 가져오기
        </Button>
        <Button size="sm" icon={<FileUp size={16} />} aria-disabled={isDirty} onClick={openImport}>
          CSV 가져오기
        </Button>
        <Button size="sm" icon={<Download size={16} />} onClick={download}>
          CSV 내려받기
        </Button>
        <p className="text-ink-3 text-sm">한 줄에 한 가지씩 적습니다.</p>
      </div>
      <Tabs
        label="식당"
        look="line"
        items={CAFETERIAS.map((value) => ({
          value,
          label: `${KOREAN_NAMES[value]}${wrong === value ? ' !' : ''}`,
        }))}
        value={editor.cafeteria}
        onChange={editor.setCafeteria}
      >
        <div className="grid gap-3 pt-3">
          {editor.days.map((day) => (
            <DayCard key={`${editor.cafeteria} ${day.date}`} day={day} editor={editor} />
          ))}
        </div>
      </Tabs>
      {editor.conflict && (
        <EditConflict
          differences={editor.conflict.differences}
          pending={editor.isSaving}
          onKeepMine={editor.conflict.keepMine}
          onTakeTheirs={editor.conflict.takeTheirs}
        />
      )}
      <FormAlert problem={editor.problem} />
      <Saving editor={editor} />
      {imports && (
        <ImportDialog
          onClose={() => setImports(false)}
          onImported={() => {
            setImports(false);
            onImported();
          }}
        />
      )}
    </div>
  );
}

type WeekEditor = ReturnType<typeof useWeekEditor>;

function Saving({ editor }: { editor: WeekEditor }) {
  const { isDirty, wrong } = editor;
  const status = isDirty ? '저장하지 않은 변경이 있습니다.' : '수정한 내용이 없습니다.';
  return (
    <SaveBar status={wrong ? '표시된 칸을 확인해 주세요.' : status} isWrong={wrong !== null}>
      <Button disabled={!isDirty || editor.isSaving} onClick={editor.revert}>
        되돌리기
      </Button>
      <Button variant="primary" pending={editor.isSaving} disabled={!isDirty} onClick={editor.save}>
        저장
      </Button>
    </SaveBar>
  );
}

const STATES = CAFETERIA_STATES.map((value) => ({ value, label: KOREAN_NAMES[value] }));

function DayCard({ day, editor }: { day: DraftDay; editor: WeekEditor }) {
  const { date } = day;
  const { cafeteria, showErrors } = editor;
  const part = day[cafeteria];
  const errors = showErrors ? findPartErrors(cafeteria, part) : {};
  const name = nameOfDay(date);
  const isBlank = part.state === 'NOT_POSTED' && !hasDishes(part);
  const hasFields = part.state === 'OPEN' || (isBlank && !isWeekend(date));
  return (
    <Card as="section" aria-label={name} className="p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className={cx('font-bold', isWeekend(date) && 'text-ink-2')}>{name}</h2>
        {date === todayInKorea() && <Badge>오늘</Badge>}
        <div className="ml-auto max-sm:ml-0 max-sm:w-full">
          <Segmented
            label={`${name} 운영 상태`}
            items={STATES}
            value={part.state}
            onChange={(state) => editor.setState(date, state)}
            className="max-sm:w-full"
          />
        </div>
      </div>
      {hasFields && (
        <div
          className={cx(
            'mt-3 grid grid-cols-2 gap-3 max-md:gap-2',
            cafeteria === 'student' ? 'lg:grid-cols-4' : 'lg:grid-cols-3',
          )}
        >
          {CATEGORIES[cafeteria].map(([key, label]) => (
            <Field key={key} label={label} error={errors[key]} className="content-start">
              <TextArea
                rows={4}
                value={part.texts[key] ?? ''}
                onText={(text) => editor.setText(date, key, text)}
                draft={editor.draftOf(date, key)}
                aria-label={`${name} ${label}`}
                className="min-h-24!"
              />
            </Field>
          ))}
        </div>
      )}
      {part.state !== 'OPEN' && (
        <p className="mt-2 text-ink-3 text-sm">
          {part.state === 'CLOSED'
            ? '이날은 운영하지 않는다고 보입니다.'
            : '아직 등록되지 않았다고 보입니다.'}
        </p>
      )}
    </Card>
  );
}

function isWeekend(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;
}
