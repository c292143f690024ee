import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

type NumberFieldProps = {
  label: string;
  error: string | undefined;
  value: string;
  onText: (text: string) => void;
};

/** A whole number as text; empty: none. */
export function NumberField({ label, error, value, onText }: NumberFieldProps) {
  return (
    <Field label={label} error={error}>
      <TextInput inputMode="numeric" maxLength={6} value={value} onText={onText} />
    </Field>
  );
}
