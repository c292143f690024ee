import type { MealImport } from '@naru/contract/cafeteria';
import { TEXTS } from '@naru/contract/texts';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import { isEditConflict } from '../../../lib/api/edit-conflict.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.ts';
import { todayInKorea } from '../cafeteria-days.ts';
import { csvBlob, decodeCsv, FILE_BYTES_MAX, templateCsv } from './cafeteria-csv.ts';
import { previewMeals, useImportMeals } from './cafeteria-editor.queries.ts';
import { ImportPreview } from './import-preview.tsx';

export function ImportDialog(props: { onClose: () => void; onImported: () => void }) {
  const { onClose, onImported } = props;
  const { chosen, problem, isReading, isSaving, choose, refuse, save } =
    useCafeteriaImport(onImported);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    // By extension: systems with Excel report CSV files as workbooks.
    accept: { 'text/csv': ['.csv', '.txt'] },
    onDropAccepted: ([file]) => {
      if (file) void choose(file);
    },
    onDropRejected: refuse,
  });
  const mayEnter = chosen !== null && chosen.preview.changes.length > 0;
  return (
    <Dialog
      open
      size="lg"
      title="CSV로 식단 가져오기"
      dismissable={!isSaving}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="저장"
          onConfirm={save}
          onCancel={onClose}
          pending={isSaving}
          disabled={!mayEnter}
        />
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-1 text-ink-2 text-md">
          <p>
            첫 줄은 날짜, 식당, 구분, 메뉴입니다. 한 줄에 한 구분씩 적고, 메뉴가 여러 가지면 쉼표로
            나눕니다. 구분에 휴무라고 적은 날은 휴무로 표시됩니다.
          </p>
          <p className="overflow-x-auto whitespace-nowrap rounded-md bg-deck px-3 py-1.5 text-sm">
            {'2026-11-23, 학생식당, 정식, "쌀밥, 된장국, 제육볶음"'}
          </p>
          <p>파일에 있는 날짜와 식당만 바뀌고 나머지는 그대로 남습니다.</p>
        </div>
        <div
          {...getRootProps()}
          className={cx(
            'flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-card border border-dashed px-4 py-6',
            isDragActive ? 'border-sea bg-sea-weak' : 'border-line-strong',
          )}
        >
          <input {...getInputProps({ 'aria-label': '파일 고르기', tabIndex: -1 })} />
          <Button icon={<FileUp size={16} />} onClick={open}>
            {chosen ? '다른 파일 고르기' : '파일 고르기'}
          </Button>
          <Button
            variant="ghost"
            icon={<Download size={16} />}
            onClick={() => saveFile(csvBlob(templateCsv(todayInKorea())), '식단-양식.csv')}
          >
            양식 내려받기
          </Button>
          <p
            className={cx(
              'text-ink-3 text-sm [overflow-wrap:anywhere]',
              !chosen && 'max-md:hidden',
            )}
          >
            {chosen?.name ?? '또는 파일을 이곳에 끌어 놓으세요.'}
          </p>
        </div>
        <div aria-live="polite" className="empty:hidden">
          {isReading && (
            <p className="flex items-center gap-2 text-ink-2">
              <Spinner size={16} /> 파일을 읽는 중입니다.
            </p>
          )}
          {problem && (
            <p role="alert" className="text-buoy">
              {problem}
            </p>
          )}
          {chosen && <ImportPreview preview={chosen.preview} />}
        </div>
      </div>
    </Dialog>
  );
}

const UNREADABLE = '파일을 읽을 수 없습니다. CSV 파일인지 확인해 주세요.';

type Chosen = { name: string; csv: string; preview: MealImport };

/** Reads, previews and saves a CSV file; a later file replaces an earlier one. */
function useCafeteriaImport(onImported: () => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const latest = useRef(0);
  const saving = useImportMeals();

  /** The previewed file, or the reason why it cannot be read. */
  async function inspect(file: File): Promise<Chosen | string> {
    try {
      if (file.size > FILE_BYTES_MAX) return TEXTS.menuFileTooLarge;
      const csv = decodeCsv(await file.arrayBuffer());
      if (csv === null) return UNREADABLE;
      return { name: file.name, csv, preview: await previewMeals(csv) };
    } catch (error) {
      return `파일을 확인하지 못했습니다. ${messageOf(error, TRY_LATER)}`;
    }
  }

  return {
    chosen,
    problem,
    isReading,
    isSaving: saving.isPending,

    async choose(file: File) {
      latest.current += 1;
      const turn = latest.current;
      setIsReading(true);
      setProblem(null);
      setChosen(null);
      const inspected = await inspect(file);
      if (turn !== latest.current) return;
      setIsReading(false);
      if (typeof inspected === 'string') setProblem(inspected);
      else setChosen(inspected);
    },

    refuse: () => setProblem(UNREADABLE),

    save() {
      if (chosen === null || saving.isPending) return;
      setProblem(null);
      const { csv, preview } = chosen;
      saving.mutate(
        { csv, version: preview.version },
        {
          onSuccess: () => {
            toast.success('식단을 가져왔습니다.');
            onImported();
          },
          onError: async (error) => {
            const now = isEditConflict(error) ? await previewMeals(csv).catch(() => null) : null;
            if (now === null) return alertFailure('식단을 가져오지 못했습니다.', error);
            setChosen({ ...chosen, preview: now });
            setProblem(`${messageOf(error, '')} 바뀐 내용을 다시 확인한 뒤 저장해 주세요.`);
          },
        },
      );
    },
  };
}
