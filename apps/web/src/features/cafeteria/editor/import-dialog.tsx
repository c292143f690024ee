import { Download, FileUp } from 'lucide-react';
import { useDropzone } from 'react-dropzone';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { todayInKorea } from '../cafeteria-days.ts';
import { templateCsv } from './cafeteria-csv.ts';
import { IMPORT_TEXTS } from './editor.texts.ts';
import { ImportPreview } from './import-preview.tsx';
import { useCafeteriaImport } from './use-cafeteria-import.ts';

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
      title={IMPORT_TEXTS.title}
      dismissable={!isSaving}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel={IMPORT_TEXTS.save}
          onConfirm={save}
          onCancel={onClose}
          pending={isSaving}
          disabled={!mayEnter}
        />
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-1 text-ink-2 text-md">
          <p>{IMPORT_TEXTS.how}</p>
          <p className="overflow-x-auto whitespace-nowrap rounded-md bg-deck px-3 py-1.5 text-sm">
            {IMPORT_TEXTS.example}
          </p>
          <p>{IMPORT_TEXTS.only}</p>
        </div>
        <div
          {...getRootProps()}
          className={cx(
            'flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-card border border-dashed px-4 py-6',
            isDragActive ? 'border-sea bg-sea-weak' : 'border-line-strong',
          )}
        >
          <input {...getInputProps({ 'aria-label': IMPORT_TEXTS.choose, tabIndex: -1 })} />
          <Button icon={<FileUp size={16} aria-hidden="true" />} onClick={open}>
            {chosen ? IMPORT_TEXTS.chooseOther : IMPORT_TEXTS.choose}
          </Button>
          <Button
            variant="ghost"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() =>
              saveFile(
                new Blob([templateCsv(todayInKorea())], { type: 'text/csv;charset=utf-8' }),
                '식단-양식.csv',
              )
            }
          >
            {IMPORT_TEXTS.template}
          </Button>
          <p
            className={cx(
              'text-ink-3 text-sm [overflow-wrap:anywhere]',
              !chosen && 'max-md:hidden',
            )}
          >
            {chosen?.name ?? IMPORT_TEXTS.drop}
          </p>
        </div>
        <div aria-live="polite" className="empty:hidden">
          {isReading && (
            <p className="flex items-center gap-2 text-ink-2">
              <Spinner size={16} /> {IMPORT_TEXTS.reading}
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
