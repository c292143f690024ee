import type { MealChange, MealImport } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { CsvImportDialog } from '../../../entities/csv-import/csv-import-dialog.tsx';
import { nameOfDay, todayInKorea } from '../cafeteria-days.ts';
import { previewMeals, useImportMeals } from './cafeteria-editor.queries.ts';
import { CATEGORIES, KOREAN_NAMES, templateCsv } from './week-draft.ts';

function ImportPreview({ preview }: { preview: MealImport }) {
  const { changes } = preview;
  if (changes.length === 0)
    return (
      <p className="text-ink-2">바뀌는 식단이 없습니다. 이미 같은 내용으로 등록되어 있습니다.</p>
    );
  return (
    <>
      <h3 className="mb-2 font-bold">
        <span className="text-sea tabular-nums">{changes.length}</span>건이 바뀝니다.
      </h3>
      <ul className="grid gap-2">
        {changes.map((change) => (
          <Change key={`${change.date} ${change.cafeteria}`} change={change} />
        ))}
      </ul>
    </>
  );
}

function Change({ change }: { change: MealChange }) {
  const { date, cafeteria, before, after } = change;
  return (
    <li className="rounded-ctl border border-line p-3">
      <p className="font-semibold">
        {nameOfDay(date)} · {KOREAN_NAMES[cafeteria]}
      </p>
      <dl className="mt-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
        <div>
          <dt className="font-semibold text-ink-3">지금</dt>
          <Dishes cafeteria={cafeteria} part={before} />
        </div>
        <div>
          <dt className="font-semibold text-sea">바뀐 뒤</dt>
          <Dishes cafeteria={cafeteria} part={after} />
        </div>
      </dl>
    </li>
  );
}

type PartProps = Pick<MealChange, 'cafeteria'> & { part: MealChange['before'] };

function Dishes({ cafeteria, part }: PartProps) {
  if (part.state !== 'OPEN') return <dd>{KOREAN_NAMES[part.state]}</dd>;
  return (
    <>
      {CATEGORIES[cafeteria].map(([key, label]) => {
        const dishes = part.dishes[key] ?? [];
        return (
          dishes.length > 0 && (
            <dd key={key}>
              <span className="text-ink-3">{label}</span> {dishes.join(', ')}
            </dd>
          )
        );
      })}
    </>
  );
}

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
