import { LIMITS } from '@naru/contract/limits';
import { Plus, X } from 'lucide-react';
import { toLocalTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateTimeInput } from '../../../ui/date-inputs.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { PollDraft, PollOptions } from './use-poll-draft.ts';

/** The poll of a post: its options and rules. Once somebody has voted it only says so. */
export function PollEditor({ poll }: { poll: PollOptions }) {
  const { draft, isFixed } = poll;
  if (draft === null) return null;
  return (
    <fieldset className="grid gap-4 rounded-card border border-line bg-paper px-5 py-4 max-md:px-4">
      <legend className="sr-only">투표</legend>
      <div className="flex items-center gap-3">
        <p className="mr-auto font-bold">투표</p>
        {!isFixed && <Button onClick={poll.remove}>투표 빼기</Button>}
      </div>
      {isFixed ? (
        <p className="text-ink-2 text-md">
          이미 투표한 사람이 있어 투표는 수정할 수 없습니다. 글은 수정할 수 있습니다.
        </p>
      ) : (
        <PollFields poll={poll} draft={draft} />
      )}
    </fieldset>
  );
}

function PollFields({ poll, draft }: { poll: PollOptions; draft: PollDraft }) {
  const { options, maxChoices, isAnonymous, endsAt } = draft;
  const setOption = (place: number, text: string) =>
    poll.change({ options: options.map((one, at) => (at === place ? text : one)) });
  const removeOption = (place: number) =>
    poll.change({
      options: options.filter((_, at) => at !== place),
      maxChoices: Math.min(maxChoices, options.length - 1),
    });
  return (
    <>
      <ul aria-label="투표 항목" className="grid gap-3">
        {options.map((text, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
          <li key={place} className="flex items-start gap-2">
            <Field
              label={`항목 ${place + 1}`}
              hideLabel
              error={place === 0 ? poll.errors.options : undefined}
              className="min-w-0 flex-1"
            >
              <TextInput
                value={text}
                onText={(next) => setOption(place, next)}
                onSubmitText={(typed) => {
                  if (place === options.length - 1 && typed.trim() !== '') poll.addOption();
                }}
                autoFocus={place === poll.focused}
                maxLength={LIMITS.pollOptionMax}
                placeholder={`항목 ${place + 1}`}
                autoComplete="off"
              />
            </Field>
            {options.length > LIMITS.pollOptionsMin && (
              <IconButton
                label={`항목 ${place + 1} 삭제`}
                tooltip={false}
                onClick={() => removeOption(place)}
              >
                <X size={18} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {options.length < LIMITS.pollOptionsMax && (
        <div>
          <Button icon={<Plus size={16} />} onClick={poll.addOption}>
            항목 더하기
          </Button>
        </div>
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label="고를 수 있는 수">
          <Select
            value={String(maxChoices)}
            options={options.map((_, place) => ({
              value: String(place + 1),
              label: place === 0 ? '하나만' : `${place + 1}개까지`,
            }))}
            onChange={({ target }) => poll.change({ maxChoices: Number(target.value) })}
          />
        </Field>
        <Field label="투표 마감 (선택)" hint="한국 시간입니다." error={poll.errors.endsAt}>
          <DateTimeInput
            value={endsAt}
            min={toLocalTime(new Date().toISOString())}
            onTime={(time) => poll.change({ endsAt: time })}
          />
        </Field>
      </div>
      {poll.isAlwaysAnonymous ? (
        <p className="text-ink-3 text-sm">익명 글의 투표는 언제나 익명입니다.</p>
      ) : (
        <Checkbox
          label={
            <>
              익명 투표
              <span className="block text-ink-3 text-sm">
                누가 무엇을 골랐는지 운영진도 볼 수 없습니다.
              </span>
            </>
          }
          checked={isAnonymous}
          onChange={({ target }) => poll.change({ isAnonymous: target.checked })}
        />
      )}
      <p className="text-ink-3 text-sm">
        결과는 투표한 사람에게만 보이고, 마감 뒤에는 모두에게 보입니다. 첫 투표가 나오면 투표를
        수정할 수 없습니다.
      </p>
    </>
  );
}
