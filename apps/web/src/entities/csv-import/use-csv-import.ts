import type { CsvLineError } from '@naru/contract/fields';
import type { TableReading } from '@naru/contract/file-reading';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { isEditConflict } from '../../lib/api/editing.ts';
import { decodeCsv, isWorkbook, isWorkbookName } from '../../lib/csv.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { toast } from '../../ui/toast.ts';

const UNREADABLE = '파일을 읽을 수 없습니다. CSV 파일인지 확인해 주세요.';
const WORKBOOK =
  '엑셀 파일은 바로 읽을 수 없습니다. 엑셀의 ‘다른 이름으로 저장’에서 ‘CSV UTF-8’로 저장해 올리거나, 표를 복사해 이 창에 붙여 넣어 주세요.';

/** What a file would change, and the lines that prevent saving it. */
export type CsvPreview = {
  changes: readonly unknown[];
  errors: readonly CsvLineError[];
  /** What is to be confirmed before saving. */
  asks?: readonly string[];
  reading?: TableReading;
  version: string;
};

export type CsvImport<P extends CsvPreview> = {
  /** Code units of a file. */
  maxLength: number;
  tooLarge: string;
  preview: (csv: string) => Promise<P>;
  /** Choices that the preview depends on: it is computed again when they change. */
  choices?: string;
  /** Whether bad lines may be left out, which is confirmed. */
  mayLeaveOut?: boolean;
  /** Whether there is something to save; by default when there are changes. */
  maySave?: (preview: P) => boolean;
  /** Checks other fields of the dialog before saving; false: they show why not. */
  check?: () => boolean;
  save: (file: CheckedFile) => Promise<unknown>;
  /** Toast after saving, and title of the alert when that failed. */
  done: string;
  failed: string;
  onImported: () => void;
};

/** A previewed file; `confirmed` only where the preview asks something. */
export type CheckedFile = { csv: string; version: string; confirmed?: true };

type Chosen<P> = { name: string; csv: string; preview: P };

/** Reads, previews and saves a CSV file; a later file replaces an earlier one. */
export function useCsvImport<P extends CsvPreview>(source: CsvImport<P>) {
  const [chosen, setChosen] = useState<Chosen<P> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const latest = useRef(0);

  /** The previewed file, or the reason why it cannot be read. */
  async function inspect(file: File): Promise<Chosen<P> | string> {
    try {
      // At most four bytes per code unit.
      if (file.size > source.maxLength * 4) return source.tooLarge;
      const bytes = await file.arrayBuffer();
      const csv = decodeCsv(bytes);
      if (csv === null) return isWorkbook(bytes) ? WORKBOOK : UNREADABLE;
      return { name: file.name, csv, preview: await source.preview(csv) };
    } catch (error) {
      return `파일을 확인하지 못했습니다. ${messageOf(error, TRY_LATER)}`;
    }
  }

  function begin(): number {
    latest.current += 1;
    setProblem(null);
    setConfirmed(false);
    setChosen(null);
    return latest.current;
  }

  /** Does nothing at the first run, before a file is chosen. */
  const previewAgain = useEffectEvent(async () => {
    if (chosen === null) return;
    const file = chosen;
    latest.current += 1;
    const turn = latest.current;
    setIsReading(true);
    const preview = await source.preview(file.csv).catch((error: unknown) => {
      if (turn === latest.current) setProblem(messageOf(error, TRY_LATER));
      return null;
    });
    if (turn !== latest.current) return;
    setIsReading(false);
    setChosen(preview && { ...file, preview });
  });
  const { choices } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for other choices only
  useEffect(() => {
    void previewAgain();
  }, [choices]);

  async function showFailure(file: Chosen<P>, error: unknown) {
    const now = isEditConflict(error) ? await source.preview(file.csv).catch(() => null) : null;
    if (now === null) return alertFailure(source.failed, error);
    setConfirmed(false);
    setChosen({ ...file, preview: now });
    setProblem(`${messageOf(error, '')} 바뀐 내용을 다시 확인한 뒤 저장해 주세요.`);
  }

  return {
    chosen,
    problem,
    isReading,
    isSaving,
    confirmed,
    setConfirmed,

    async choose(file: File) {
      const turn = begin();
      setIsReading(true);
      const inspected = await inspect(file);
      if (turn !== latest.current) return;
      setIsReading(false);
      if (typeof inspected === 'string') setProblem(inspected);
      else setChosen(inspected);
    },

    refuse(name: string | undefined) {
      begin();
      setIsReading(false);
      setProblem(isWorkbookName(name ?? '') ? WORKBOOK : UNREADABLE);
    },

    async save() {
      if (chosen === null || isSaving || source.check?.() === false) return;
      setProblem(null);
      setIsSaving(true);
      const { csv, preview } = chosen;
      try {
        const isAsked = asksOf(preview).length > 0;
        await source.save({ csv, version: preview.version, ...(isAsked && { confirmed: true }) });
        toast.success(source.done);
        source.onImported();
      } catch (error) {
        await showFailure(chosen, error);
      } finally {
        setIsSaving(false);
      }
    },
  };
}

/** What saving a previewed file needs the confirmation of. */
export function asksOf({ errors, asks = [] }: CsvPreview): string[] {
  const left = errors.length > 0 ? ['읽을 수 없는 줄은 빼고 나머지만 저장합니다.'] : [];
  return [...asks, ...left];
}
