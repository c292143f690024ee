import { CircleAlert, Download, FileUp } from 'lucide-react';
import type { ClipboardEvent, ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { csvBlob } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ReadingNotes } from './reading-notes.tsx';
import { asksOf, type CsvImport, type CsvPreview, useCsvImport } from './use-csv-import.ts';

type CsvImportDialogProps<P extends CsvPreview> = {
  title: string;
  /** How to write the file. */
  guide: ReactNode;
  template: { name: string; csv: () => string };
  source: CsvImport<P>;
  /** Other kinds of files that are chosen, by their type. */
  kinds?: Record<string, string[]>;
  /** Other fields, below the file. */
  options?: ReactNode;
  confirmLabel?: string;
  /** What a file changes. */
  show: (preview: P) => ReactNode;
  onClose: () => void;
};

/** Chooses a CSV file, shows what it would change or its bad lines, and saves it on confirmation. */
export function CsvImportDialog<P extends CsvPreview>(props: CsvImportDialogProps<P>) {
  const { title, guide, template, source, options, confirmLabel = '저장', show, onClose } = props;
  const { kinds } = props;
  const { chosen, problem, isReading, isSaving, choose, refuse, save, ...rest } =
    useCsvImport(source);
  const { confirmed, setConfirmed } = rest;
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    // By extension: systems with Excel report CSV files as workbooks.
    accept: { 'text/csv': ['.csv', '.txt', '.tsv'], ...kinds },
    onDropAccepted: ([file]) => {
      if (file) void choose(file);
    },
    onDropRejected: ([rejected]) => refuse(rejected?.file.name),
  });
  const shown = isReading ? null : (chosen?.preview ?? null);
  const { asks, mayEnter } = savingOf(source, shown, confirmed);
  return (
    <Dialog
      open
      size="lg"
      title={title}
      dismissable={!isSaving}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel={confirmLabel}
          onConfirm={() => void save()}
          onCancel={onClose}
          pending={isSaving}
          disabled={!mayEnter}
        />
      }
    >
      <div className="grid grid-cols-1 gap-4" onPaste={(event) => pasteTable(event, choose)}>
        <div className="grid gap-1 text-ink-2 text-md">{guide}</div>
        <div
          {...getRootProps()}
          className={cx(
            'flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-card border border-dashed px-4 py-6',
            isDragActive ? 'border-sea bg-sea-weak' : 'border-line-strong',
          )}
        >
          <input {...getInputProps({ 'aria-label': '파일 선택', tabIndex: -1 })} />
          <Button icon={<FileUp size={16} />} onClick={open}>
            {chosen ? '다른 파일 선택' : '파일 선택'}
          </Button>
          <Button
            variant="ghost"
            icon={<Download size={16} />}
            onClick={() => saveFile(csvBlob(template.csv()), template.name)}
          >
            양식 내려받기
          </Button>
          <p
            className={cx(
              'text-ink-3 text-sm [overflow-wrap:anywhere]',
              !chosen && 'max-md:hidden',
            )}
          >
            {chosen?.name ?? '또는 파일을 끌어 놓거나 표를 복사해 붙여 넣으세요.'}
          </p>
        </div>
        {options}
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
          {shown && <Shown preview={shown} source={source} show={show} />}
        </div>
        {asks.length > 0 && (
          <Checkbox
            checked={confirmed}
            onChange={({ target }) => setConfirmed(target.checked)}
            label={`확인했습니다. ${asks.join(' ')}`}
          />
        )}
      </div>
    </Dialog>
  );
}

function maySaveFile<P extends CsvPreview>(source: CsvImport<P>, preview: P): boolean {
  const { maySave = ({ changes }: P) => changes.length > 0, mayLeaveOut = false } = source;
  return (preview.errors.length === 0 || mayLeaveOut) && maySave(preview);
}

/** What is asked before saving, and whether that may begin. */
function savingOf<P extends CsvPreview>(
  source: CsvImport<P>,
  preview: P | null,
  confirmed: boolean,
): { asks: string[]; mayEnter: boolean } {
  if (preview === null || !maySaveFile(source, preview)) return { asks: [], mayEnter: false };
  const asks = asksOf(preview);
  return { asks, mayEnter: asks.length === 0 || confirmed };
}

type ShownProps<P extends CsvPreview> = Pick<CsvImportDialogProps<P>, 'source' | 'show'> & {
  preview: P;
};

function Shown<P extends CsvPreview>({ preview, source, show }: ShownProps<P>) {
  const { reading, errors, changes } = preview;
  const hasErrors = errors.length > 0;
  return (
    <>
      {reading && <ReadingNotes reading={reading} />}
      {hasErrors && <LineErrors errors={errors} isBlocked={!maySaveFile(source, preview)} />}
      {(!hasErrors || (source.mayLeaveOut && changes.length > 0)) && show(preview)}
    </>
  );
}

/** A table copied from a spreadsheet; text pasted into a field stays there. */
function pasteTable(event: ClipboardEvent, choose: (file: File) => Promise<void>): void {
  const text = event.clipboardData.getData('text/plain');
  if (event.target instanceof HTMLInputElement || !/[\t,;].*\n/.test(text)) return;
  event.preventDefault();
  void choose(new File([text], '붙여 넣은 표'));
}

type LineErrorsProps = Pick<CsvPreview, 'errors'> & { isBlocked: boolean };

function LineErrors({ errors, isBlocked }: LineErrorsProps) {
  return (
    <div role="alert" className="mb-3">
      <h3 className="mb-2 flex items-center gap-1.5 font-bold text-buoy">
        <CircleAlert size={18} />
        {isBlocked
          ? '수정할 줄이 있어 저장할 수 없습니다.'
          : `읽을 수 없는 줄 ${errors.length.toLocaleString('ko-KR')}개`}
      </h3>
      <table className="w-full text-md">
        <thead>
          <tr className="text-left text-ink-3 text-sm">
            <th scope="col" className="w-16 py-1.5 font-semibold">
              줄
            </th>
            <th scope="col" className="py-1.5 font-semibold">
              수정할 점
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, message }) => (
            <tr key={`${line} ${message}`} className="border-line border-t align-top">
              <th scope="row" className="py-1.5 text-left font-bold tabular-nums">
                {line}
              </th>
              <td className="py-1.5">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
