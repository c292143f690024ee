import { CircleAlert, Download, FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { csvBlob } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { type CsvImport, type CsvPreview, useCsvImport } from './use-csv-import.ts';

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
  /** What a file without bad lines changes. */
  show: (preview: P) => ReactNode;
  onClose: () => void;
};

/** Chooses a CSV file, shows what it would change or its bad lines, and saves it on confirmation. */
export function CsvImportDialog<P extends CsvPreview>(props: CsvImportDialogProps<P>) {
  const { title, guide, template, source, options, confirmLabel = '저장', show, onClose } = props;
  const { kinds } = props;
  const { chosen, problem, isReading, isSaving, choose, refuse, save } = useCsvImport(source);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    // By extension: systems with Excel report CSV files as workbooks.
    accept: { 'text/csv': ['.csv', '.txt'], ...kinds },
    onDropAccepted: ([file]) => {
      if (file) void choose(file);
    },
    onDropRejected: refuse,
  });
  const { maySave = ({ changes }: P) => changes.length > 0 } = source;
  const mayEnter = chosen !== null && !isReading && maySave(chosen.preview);
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
      <div className="grid grid-cols-1 gap-4">
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
            {chosen?.name ?? '또는 파일을 이곳에 끌어 놓으세요.'}
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
          {chosen &&
            !isReading &&
            (chosen.preview.errors.length > 0 ? (
              <LineErrors errors={chosen.preview.errors} />
            ) : (
              show(chosen.preview)
            ))}
        </div>
      </div>
    </Dialog>
  );
}

function LineErrors({ errors }: Pick<CsvPreview, 'errors'>) {
  return (
    <div role="alert">
      <h3 className="mb-2 flex items-center gap-1.5 font-bold text-buoy">
        <CircleAlert size={18} />
        고칠 줄이 있어 저장할 수 없습니다.
      </h3>
      <table className="w-full text-md">
        <thead>
          <tr className="text-left text-ink-3 text-sm">
            <th scope="col" className="w-16 py-1.5 font-semibold">
              줄
            </th>
            <th scope="col" className="py-1.5 font-semibold">
              고칠 점
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
