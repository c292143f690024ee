import { createContext, use, useId } from 'react';

export type FieldWiring = {
  id: string;
  describedBy?: string;
  invalid: boolean;
  required: boolean;
};

export const FieldContext = createContext<FieldWiring | null>(null);

type OwnProps = {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
  required?: boolean;
};

/** Id and aria attributes of a control inside `Field`; own props win. */
export function useFieldControl(own: OwnProps) {
  const field = use(FieldContext);
  const fallback = useId();
  return {
    id: own.id ?? field?.id ?? fallback,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': (own.required ?? field?.required) || undefined,
  };
}
