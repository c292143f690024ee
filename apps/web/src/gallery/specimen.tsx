import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';

export function Specimens(props: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={props.title}>
      <h2 className="px-5 pt-4 font-bold text-lg">{props.title}</h2>
      <div className="grid grid-cols-1 gap-5 p-5 pt-2">{props.children}</div>
    </Card>
  );
}

/** One component with its states side by side. */
export function Specimen(props: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold text-ink-3 text-sm">{props.name}</h3>
      <div className="flex flex-wrap items-start gap-3">{props.children}</div>
    </div>
  );
}
