import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

type TimetableCardProps = {
  /** `2026년 2학기` */
  term?: string;
  /** Buttons at the end of the header. */
  tools?: ReactNode;
  children: ReactNode;
};

export function TimetableCard({ term, tools, children }: TimetableCardProps) {
  return (
    <Card
      as="section"
      className="px-5 pb-5 max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:px-1.5 max-md:pb-3 print:border-0 print:p-0 print:shadow-none"
    >
      <div className="flex min-h-16 items-center gap-2 max-md:px-2.5">
        <h2 className="font-bold text-xl">시간표</h2>
        {term && <p className="flex-1 pt-1 text-ink-3 text-md">{term}</p>}
        {tools}
      </div>
      {children}
    </Card>
  );
}
