import { ANONYMOUS_CHOICE_BOARDS, BOARDS, type BoardType } from '@naru/contract/boards';
import type { siteSettingsBody } from '@naru/contract/settings';
import { type Control, Controller } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Checkbox } from '../../ui/checkbox.tsx';

type AnonymousBoardsProps = {
  control: Control<z.input<typeof siteSettingsBody>>;
  error: string | undefined;
};

/** The boards on which authors of posts may choose to be hidden. */
export function AnonymousBoards({ control, error }: AnonymousBoardsProps) {
  return (
    <fieldset>
      <legend className="sr-only">익명 글을 쓸 수 있는 게시판</legend>
      <Controller
        name="anonymousBoards"
        control={control}
        render={({ field: { value, onChange } }) => (
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            {ANONYMOUS_CHOICE_BOARDS.map((type) => (
              <Checkbox
                key={type}
                label={BOARDS[type].name}
                checked={value.includes(type)}
                onChange={({ target }) => onChange(withBoard(value, type, target.checked))}
              />
            ))}
          </div>
        )}
      />
      {error && (
        <p role="alert" className="font-medium text-buoy text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** In the order of the boards, so that a choice and its withdrawal are no change. */
function withBoard(chosen: readonly BoardType[], type: BoardType, isChosen: boolean): BoardType[] {
  return ANONYMOUS_CHOICE_BOARDS.filter((one) => (one === type ? isChosen : chosen.includes(one)));
}
