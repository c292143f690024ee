import { CAFETERIA_STATES, type CafeteriaState } from '@naru/contract/cafeteria';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { nameOfDay } from '../cafeteria-days.ts';
import { EDITOR_TEXTS } from './editor.texts.ts';
import { CATEGORIES, type Cafeteria, type DraftPart, findPartErrors } from './week-draft.ts';

const STATES = CAFETERIA_STATES.map((value) => ({ value, label: EDITOR_TEXTS[value] }));

type Props = {
  date: string;
  isToday: boolean;
  cafeteria: Cafeteria;
  part: DraftPart;
  showErrors: boolean;
  onState: (state: CafeteriaState) => void;
  onText: (category: string, text: string) => void;
};

export function DayCard(props: Props) {
  const { date, isToday, cafeteria, part, showErrors, onState, onText } = props;
  const errors = showErrors ? findPartErrors(cafeteria, part) : {};
  const name = nameOfDay(date);
  return (
    <Card as="section" aria-label={name} className="p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className={cx('font-bold', isWeekend(date) && 'text-ink-2')}>{name}</h2>
        {isToday && <Badge>오늘</Badge>}
        <div className="ml-auto max-sm:ml-0 max-sm:w-full">
          <Segmented
            label={`${name} 운영 상태`}
            items={STATES}
            value={part.state}
            onChange={onState}
            className="max-sm:w-full"
          />
        </div>
      </div>
      {part.state === 'OPEN' ? (
        <div
          className={cx(
            'mt-3 grid grid-cols-2 gap-3 max-md:gap-2',
            cafeteria === 'student' ? 'lg:grid-cols-4' : 'lg:grid-cols-3',
          )}
        >
          {CATEGORIES[cafeteria].map(([key, label]) => (
            <Field key={key} label={label} error={errors[key]} className="content-start">
              <TextArea
                rows={4}
                value={part.texts[key] ?? ''}
                onText={(text) => onText(key, text)}
                aria-label={`${name} ${label}`}
                className="min-h-24!"
              />
            </Field>
          ))}
        </div>
      ) : (
        <p className="mt-2 text-ink-3 text-sm">
          {part.state === 'CLOSED'
            ? '이날은 운영하지 않는다고 보입니다.'
            : '아직 등록되지 않았다고 보입니다.'}
        </p>
      )}
    </Card>
  );
}

function isWeekend(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;
}
