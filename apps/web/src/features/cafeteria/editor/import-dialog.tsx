import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { CsvImportDialog } from '../../../entities/csv-import/csv-import-dialog.tsx';
import { todayInKorea } from '../cafeteria-days.ts';
import { templateCsv } from './cafeteria-csv.ts';
import { previewMeals, useImportMeals } from './cafeteria-editor.queries.ts';
import { ImportPreview } from './import-preview.tsx';

export function ImportDialog(props: { onClose: () => void; onImported: () => void }) {
  const saving = useImportMeals();
  return (
    <CsvImportDialog
      title="CSV로 식단 가져오기"
      onClose={props.onClose}
      guide={
        <>
          <p>
            첫 줄은 날짜, 식당, 구분, 메뉴입니다. 한 줄에 한 구분씩 적고, 메뉴가 여러 가지면 쉼표로
            나눕니다. 구분에 휴무라고 적은 날은 휴무로 표시됩니다.
          </p>
          <p className="rounded-md bg-deck px-3 py-1.5 text-sm">
            {'2026-11-23, 학생식당, 정식, "쌀밥, 된장국, 제육볶음"'}
          </p>
          <p>파일에 있는 날짜와 식당만 바뀌고 나머지는 그대로 남습니다.</p>
        </>
      }
      template={{ name: '식단-양식.csv', csv: () => templateCsv(todayInKorea()) }}
      source={{
        maxLength: LIMITS.mealFileMax,
        tooLarge: TEXTS.menuFileTooLarge,
        preview: previewMeals,
        save: saving.mutateAsync,
        done: '식단을 가져왔습니다.',
        failed: '식단을 가져오지 못했습니다.',
        onImported: props.onImported,
      }}
      show={(preview) => <ImportPreview preview={preview} />}
    />
  );
}
