import type { HTMLAttributes } from 'react';
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
