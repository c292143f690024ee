import { BOARDS, type HeadBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
  useWatch,
} from 'react-hook-form';
import { useEntryErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { BoardsValues } from './boards-values.ts';

type BoardHeadsFieldsProps = {
  board: HeadBoard;
  control: Control<BoardsValues>;
  errors: NonNullable<FieldErrors<BoardsValues>['heads']>[HeadBoard];
  register: UseFormRegister<BoardsValues>;
};

/** The heads of one board: those that can be chosen in their order, then those that are retired. */
export function BoardHeadsFields(props: BoardHeadsFieldsProps) {
  const { board, control, errors, register } = props;
  const list = `heads.${board}.heads` as const;
  const { fields, append, remove, move, update } = useFieldArray({
    control,
    name: list,
    // The heads have ids of their own.
    keyName: 'key',
  });
  const errorOf = useEntryErrors(control);
  const heads = useWatch({ control, name: list });
  // What is watched knows a new one only after the library has looked for its field, to focus it.
  const rows = fields.map((field, at) => ({ key: field.key, at, head: heads[at] ?? field }));
  const chosen = rows.filter(({ head }) => !head.isRetired);
  const retired = rows.filter(({ head }) => head.isRetired);
  const { name: boardName } = BOARDS[board];
  const problem = errors?.heads?.root?.message ?? errors?.heads?.message;

  function setRetired(at: number, isRetired: boolean) {
    const head = heads[at];
    if (head === undefined) return;
    // One that was never saved has no posts.
    if (isRetired && head.id === null) remove(at);
    else update(at, { ...head, isRetired });
  }

  return (
    <fieldset className="grid gap-3 border-line border-t pt-4">
      <legend className="float-left mb-1 w-full font-semibold text-ink-2 text-md">
        {boardName}
      </legend>
      {chosen.map(({ key, at, head }, place) => (
        <div key={key} className="flex items-start gap-1">
          <Field
            label={`${boardName} 말머리 ${place + 1}`}
            hideLabel
            error={errorOf(`${list}.${at}.name`)}
            className="min-w-0 max-w-56 flex-1"
          >
            <TextInput
              autoComplete="off"
              placeholder="예: 정보"
              {...register(`${list}.${at}.name`)}
            />
          </Field>
          <IconButton
            label={`${nameOf(head)} 위로`}
            disabled={place === 0}
            onClick={() => move(at, chosen[place - 1]?.at ?? at)}
          >
            <ArrowUp size={18} />
          </IconButton>
          <IconButton
            label={`${nameOf(head)} 아래로`}
            disabled={place === chosen.length - 1}
            onClick={() => move(at, chosen[place + 1]?.at ?? at)}
          >
            <ArrowDown size={18} />
          </IconButton>
          <IconButton label={`${nameOf(head)} 쓰지 않기`} onClick={() => setRetired(at, true)}>
            <X size={18} />
          </IconButton>
        </div>
      ))}
      {problem && (
        <p role="alert" className="text-buoy text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {chosen.length < LIMITS.heads && (
          <Button
            icon={<Plus size={16} />}
            onClick={() => append({ id: null, name: '', isRetired: false })}
          >
            말머리 추가
          </Button>
        )}
        {chosen.length > 0 && (
          <Checkbox label="글을 쓸 때 꼭 고르기" {...register(`heads.${board}.isRequired`)} />
        )}
      </div>
      {retired.length > 0 && (
        <div className="grid gap-1.5">
          <p className="text-ink-3 text-sm">쓰지 않는 말머리</p>
          <ul className="flex flex-wrap gap-2">
            {retired.map(({ key, at, head }) => (
              <li key={key}>
                <Button size="sm" onClick={() => setRetired(at, false)}>
                  <bdi>{head.name}</bdi> 다시 쓰기
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}

const nameOf = (head: { name: string }) => head.name.trim() || '새 말머리';
