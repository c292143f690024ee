import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

type FactProps = {
  icon: ReactNode;
  name: string;
  children: ReactNode;
  /** Aligns the icon with the first line of a long text. */
  top?: boolean;
};

export function Fact({ icon, name, children, top = false }: FactProps) {
  return (
    <li className={cx('flex gap-1.5', top ? 'items-start' : 'min-w-0 items-center')}>
      <span className={cx('text-ink-3', top ? 'mt-[3px]' : 'shrink-0')}>{icon}</span>
      <span className="min-w-0">
        <span className="sr-only">{name} </span>
        {children}
      </span>
    </li>
  );
}
