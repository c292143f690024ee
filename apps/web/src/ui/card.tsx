import type { HTMLAttributes } from 'react';
import { cx } from './cx.ts';

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article';
  ref?: (element: HTMLElement | null) => void;
};

export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx('rounded-card border border-line bg-paper shadow-card', className)}
    />
  );
}
