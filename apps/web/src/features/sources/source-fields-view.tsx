import type { SourceConfig } from '@naru/contract/source-config';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Control, type FieldValues, get } from 'react-hook-form';
import { nestedMessage, type SchemaForm } from '../../lib/forms.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import type { FieldGroup } from './source-fields.ts';
import type { SourceField } from './source-words.ts';

type Props = {
  group: FieldGroup;
  form: Pick<SchemaForm<FieldValues, SourceConfig>, 'register' | 'area'>;
  errors: Control<FieldValues>['_formState']['errors'];
  /** The name of a stored source. */
  isNameFixed: boolean;
  /** In a card already. */
  isInside?: boolean;
};

/** One part of the form: its controls with their hints and errors. */
export function SourceFields({ group, form, errors, isNameFixed, isInside = false }: Props) {
  const Box = isInside ? 'section' : Card;
  return (
    <Box
      {...(!isInside && { as: 'section' as const })}
      aria-label={group.title}
      className={isInside ? 'grid gap-4 border-line border-t pt-4' : 'grid gap-4 p-5 max-md:p-4'}
    >
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
              form={form}
              readOnly={isNameFixed && field.path === 'name'}
            />
          </Field>
        ))}
      </div>
    </Box>
  );
}

type FoldedProps = { title: string; isWrong: boolean; children: ReactNode };

/** Settings that have good values by themselves; opened by a press, and where one is wrong. */
export function FoldedFields({ title, isWrong, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="px-5 py-3 max-md:px-4">
      <details
        open={isOpen || isWrong}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group"
      >
        <summary className="flex min-h-10 cursor-pointer items-center gap-1.5 font-semibold text-ink-2 text-md max-md:min-h-11">
          <ChevronRight size={16} className="group-open:rotate-90" />
          {title}
        </summary>
        <div className="grid gap-4 py-3">{children}</div>
      </details>
    </Card>
  );
}

type ControlProps = Pick<Props, 'form'> & { field: SourceField; readOnly: boolean };

function SourceControl({ field, form, readOnly }: ControlProps) {
  const { path, options, isLong, placeholder } = field;
  if (options) return <Select options={options} {...form.register(path)} />;
  const props = {
    placeholder,
    readOnly,
    autoComplete: 'off',
    spellCheck: false,
  };
  if (isLong) return <TextArea {...props} {...form.area(path, true)} />;
  return <TextInput autoCapitalize="none" {...props} {...form.register(path)} />;
}

/** The first error at or below a path; both controls of the number share theirs. */
export function errorAt(errors: object, path: string): string | undefined {
  const place = path === 'list.id.value' ? 'list.id' : path;
  if (path === 'list.id.from') return undefined;
  return nestedMessage(get(errors, place));
}
