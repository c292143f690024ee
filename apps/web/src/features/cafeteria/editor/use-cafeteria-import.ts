import type { MealImport } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { alertDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import { decodeCsv, FILE_BYTES_MAX } from './cafeteria-csv.ts';
import { useImportMeals, usePreviewMeals } from './cafeteria-editor.queries.ts';
import { IMPORT_TEXTS } from './editor.texts.ts';

type Chosen = { name: string; csv: string; preview: MealImport };

/** Reads, previews and saves a CSV file; a later file replaces an earlier one. */
export function useCafeteriaImport(onImported: () => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const latest = useRef(0);
  const preview = usePreviewMeals();
  const saving = useImportMeals();

  /** The previewed file, or the reason why it cannot be read. */
  async function inspect(file: File): Promise<Chosen | string> {
    try {
      if (file.size > FILE_BYTES_MAX)
        return `파일이 너무 큽니다. ${LIMITS.mealFileLines.toLocaleString('ko-KR')}줄 이하로 나누어 올려 주세요.`;
      const csv = decodeCsv(await file.arrayBuffer());
      if (csv === null) return IMPORT_TEXTS.unreadable;
      return { name: file.name, csv, preview: await preview.mutateAsync(csv) };
    } catch (error) {
      return `파일을 확인하지 못했습니다. ${messageOf(error, IMPORT_TEXTS.tryLater)}`;
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

    refuse: () => setProblem(IMPORT_TEXTS.unreadable),

    save() {
      if (chosen === null || saving.isPending) return;
      saving.mutate(chosen.csv, {
        onSuccess: () => {
          toast.success('식단을 가져왔습니다.');
          onImported();
        },
        onError: (error) =>
          void alertDialog({
            title: '식단을 가져오지 못했습니다.',
            body: messageOf(error, IMPORT_TEXTS.tryLater),
          }),
      });
    },
  };
}
