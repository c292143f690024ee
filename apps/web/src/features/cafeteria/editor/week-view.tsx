import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { CopyPlus, Download, FileUp } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.ts';
import { todayInKorea } from '../cafeteria-days.ts';
import { toCsv } from './cafeteria-csv.ts';
import { DayCard } from './day-card.tsx';
import { EDITOR_TEXTS } from './editor.texts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { useWeekEditor } from './use-week-editor.ts';
import { CAFETERIAS, toMenuDay } from './week-draft.ts';

type Props = {
  monday: string;
  initial: readonly CafeteriaDay[];
  /** Mirrors whether there are unsaved changes. */
  dirty: RefObject<boolean>;
  onImported: () => void;
};

export function WeekView({ monday, initial, dirty, onImported }: Props) {
  const editor = useWeekEditor(monday, initial);
  const [imports, setImports] = useState(false);
  const { cafeteria, isDirty, wrong } = editor;
  const today = todayInKorea();
  useEffect(() => {
    dirty.current = isDirty;
  }, [dirty, isDirty]);
  const openImport = () =>
    isDirty ? toast.info('먼저 바꾼 내용을 저장하거나 되돌려 주세요.') : setImports(true);
  const download = () =>
    saveFile(
      new Blob([toCsv(editor.days.map(toMenuDay))], { type: 'text/csv;charset=utf-8' }),
      `식단-${monday}.csv`,
    );
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
          label: `${EDITOR_TEXTS[value]}${wrong === value ? ' !' : ''}`,
        }))}
        value={cafeteria}
        onChange={editor.setCafeteria}
      >
        <div className="grid gap-3 pt-3">
          {editor.days.map((day) => (
            <DayCard
              key={`${cafeteria} ${day.date}`}
              date={day.date}
              isToday={day.date === today}
              cafeteria={cafeteria}
              part={day[cafeteria]}
              showErrors={editor.showErrors}
              onState={(state) => editor.setState(day.date, state)}
              onText={(category, text) => editor.setText(day.date, category, text)}
            />
          ))}
        </div>
      </Tabs>
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

function Saving({ editor }: { editor: ReturnType<typeof useWeekEditor> }) {
  const { isDirty, wrong } = editor;
  const status = isDirty ? '저장하지 않은 변경이 있습니다.' : '바꾼 내용이 없습니다.';
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
