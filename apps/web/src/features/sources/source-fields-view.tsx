import { type Control, type FieldValues, get, type UseFormRegister } from 'react-hook-form';
import { nestedMessage } from '../../lib/forms.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import type { FieldGroup, SourceField } from './source-fields.ts';

type Props = {
  group: FieldGroup;
  register: UseFormRegister<FieldValues>;
  errors: Control<FieldValues>['_formState']['errors'];
  /** The name of a stored source. */
  isNameFixed: boolean;
};

/** One part of the form: its controls with their hints and errors. */
export function SourceFields({ group, register, errors, isNameFixed }: Props) {
  return (
    <Card as="section" aria-label={group.title} className="grid gap-4 p-5 max-md:p-4">
      <div className="grid gap-1">
        <h2 className="font-bold">{group.title}</h2>
        {group.hint !== '' && <p className="text-ink-3 text-sm">{group.hint}</p>}
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {group.fields.map((field) => (
          <Field
            key={field.path}
            label={field.label}
            hint={field.hint}
            error={errorAt(errors, field.path)}
            required={field.required}
            className={field.path === 'url' || field.isLong ? 'md:col-span-2' : 'min-w-0'}
          >
            <SourceControl
              field={field}
              register={register}
              readOnly={isNameFixed && field.path === 'name'}
            />
          </Field>
        ))}
      </div>
    </Card>
  );
}

type ControlProps = Pick<Props, 'register'> & { field: SourceField; readOnly: boolean };

function SourceControl({ field, register, readOnly }: ControlProps) {
  const { path, options, isLong, placeholder } = field;
  if (options) return <Select options={options} {...register(path)} />;
  const props = {
    placeholder,
    readOnly,
    autoComplete: 'off',
    spellCheck: false,
    ...register(path),
  };
  return isLong ? <TextArea {...props} /> : <TextInput autoCapitalize="none" {...props} />;
}

/** The first error at or below a path; both controls of the number share theirs. */
export function errorAt(errors: object, path: string): string | undefined {
  const place = path === 'list.id.value' ? 'list.id' : path;
  if (path === 'list.id.from') return undefined;
  return nestedMessage(get(errors, place));
}
