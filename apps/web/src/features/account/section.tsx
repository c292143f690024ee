import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

export function AccountSection(props: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="px-6 py-5 max-md:px-4">
      <h2 id={id} className="font-bold text-lg">
        {props.title}
      </h2>
      {props.lead && <p className="mt-1 text-ink-2 text-md">{props.lead}</p>}
      <div className="mt-4">{props.children}</div>
    </Card>
  );
}
