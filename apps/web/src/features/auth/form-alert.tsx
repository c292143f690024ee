import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Why the whole form was refused, read out at once. */
export function FormAlert(props: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-ctl bg-buoy-weak px-3.5 py-3 font-medium text-buoy text-md"
    >
      <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>{props.children}</span>
    </p>
  );
}
