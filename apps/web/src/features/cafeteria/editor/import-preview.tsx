import type { MealChange, MealImport } from '@naru/contract/cafeteria';
import { nameOfDay } from '../cafeteria-days.ts';
import { CATEGORIES, KOREAN_NAMES } from './week-draft.ts';

export function ImportPreview({ preview }: { preview: MealImport }) {
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
