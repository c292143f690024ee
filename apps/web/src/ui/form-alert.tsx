import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** A form error that belongs to no field. Rendered above the buttons; scrolls into view. */
export function FormAlert({ problem }: { problem: { title?: string; text: string } | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  if (problem === null) return null;
  return (
    <div
      ref={box}
      role="alert"
      className="flex items-start gap-2 rounded-ctl bg-buoy-weak px-3.5 py-3 font-medium text-buoy text-md"
    >
      <CircleAlert size={18} className="mt-0.5 shrink-0" />
      <div>
        {problem.title && <p className="font-bold">{problem.title}</p>}
        <p>{problem.text}</p>
      </div>
    </div>
  );
}
