import type { HTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';

/** White paper on the pale deck. */
export function Card(props: HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' | 'article' }) {
  const { as: Tag = 'div', className, ...rest } = props;
  return (
    <Tag
      {...rest}
      className={cx('rounded-card border border-line bg-paper shadow-card', className)}
    />
  );
}

/** The head line of a card: a title (h2) and something at its right end. */
export function CardHeader(props: { title: ReactNode; id?: string; aside?: ReactNode }) {
  return (
    <div className="flex items-center gap-2.5 px-5 pt-4 pb-2 max-md:px-4">
      <h2 id={props.id} className="font-bold text-lg tracking-[-0.01em]">
        {props.title}
      </h2>
      {props.aside && <div className="ml-auto flex items-center gap-2">{props.aside}</div>}
    </div>
  );
}
