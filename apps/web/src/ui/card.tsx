import type { HTMLAttributes } from 'react';
import { cx } from './cx.ts';

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article';
  ref?: (element: HTMLElement | null) => void;
};

export function Card(props: CardProps) {
  const { as: Tag = 'div', className, ...rest } = props;
  return (
    <Tag
      {...rest}
      className={cx('rounded-card border border-line bg-paper shadow-card', className)}
    />
  );
}
