import { readHex } from '@naru/contract/brand-color';
import { THEME_PALETTE } from '@naru/contract/timetable';
import { Check } from 'lucide-react';
import { type Ref, useId } from 'react';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { blockStyle, PALETTE_NAMES } from '../theme-color.ts';

type ColorFieldProps = {
  ref?: Ref<HTMLInputElement>;
  /** As typed; may be invalid. */
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
};

export function ColorField({ ref, value, onValue, error }: ColorFieldProps) {
  const name = useId();
  const hex = readHex(value);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">테마 색상</legend>
      <div className="grid grid-cols-8 gap-2 max-md:grid-cols-4">
        {THEME_PALETTE.map((color, at) => (
          <label
            key={color}
            title={PALETTE_NAMES[at]}
            style={blockStyle(color)}
            className="lecture-block grid h-10 place-items-center rounded-ctl border border-line has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-md:h-11"
          >
            <input
              type="radio"
              name={name}
              value={color}
              checked={hex === color}
              onChange={() => onValue(color)}
              className="sr-only"
            />
            <span className="sr-only">{PALETTE_NAMES[at]}</span>
            {hex === color && <Check size={18} strokeWidth={3} />}
          </label>
        ))}
      </div>
      <div className="flex items-start gap-2">
        <input
          type="color"
          aria-label="색 고르기"
          value={hex ?? THEME_PALETTE[0]}
          onChange={({ target }) => onValue(target.value)}
          className="h-10 w-14 shrink-0 cursor-pointer rounded-ctl border border-line-strong bg-paper p-1 max-md:h-11"
        />
        <Field label="직접 입력한 색상" hideLabel error={error} className="min-w-0 flex-1">
          <TextInput
            ref={ref}
            value={value}
            onText={onValue}
            placeholder="#cfe2ff"
            maxLength={9}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </div>
    </fieldset>
  );
}
