import type { MealImport } from '@naru/contract/cafeteria';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { alertDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import { decodeCsv, FILE_BYTES_MAX } from './cafeteria-csv.ts';
import { useImportMenus, usePreviewMenus } from './cafeteria-editor.queries.ts';
import { IMPORT_TEXTS } from './editor.texts.ts';

/** A chosen file and what the server says of it. */
type Chosen = { name: string; csv: string; preview: MealImport };

/** From the file to the saved menus: read, preview, save. A later file replaces an earlier one. */
export function useMenuImport(onImported: () => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const latest = useRef(0);
  const preview = usePreviewMenus();
  const saving = useImportMenus();

  /** What the server says of the file, or why it cannot be read. */
  async function judge(file: File): Promise<Chosen | string> {
    try {
      if (file.size > FILE_BYTES_MAX) return IMPORT_TEXTS.tooLarge;
      const csv = decodeCsv(await file.arrayBuffer());
      if (csv === null) return IMPORT_TEXTS.unreadable;
      return { name: file.name, csv, preview: await preview.mutateAsync(csv) };
    } catch (error) {
      return `${IMPORT_TEXTS.previewFailed} ${messageOf(error, IMPORT_TEXTS.tryLater)}`;
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
      const judged = await judge(file);
      if (turn !== latest.current) return;
      setIsReading(false);
      if (typeof judged === 'string') setProblem(judged);
      else setChosen(judged);
    },

    refuse: () => setProblem(IMPORT_TEXTS.unreadable),

    save() {
      if (chosen === null || saving.isPending) return;
      saving.mutate(chosen.csv, {
        onSuccess: () => {
          toast.success(IMPORT_TEXTS.saved);
          onImported();
        },
        onError: (error) =>
          void alertDialog({
            title: IMPORT_TEXTS.saveFailed,
            body: messageOf(error, IMPORT_TEXTS.tryLater),
          }),
      });
    },
  };
}
