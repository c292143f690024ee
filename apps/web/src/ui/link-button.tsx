import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> &
  ButtonLook & { ref?: Ref<HTMLAnchorElement>; icon?: ReactNode };

function ButtonAnchor({ variant, size, block, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, block }, className)}>
      {icon}
      {children}
    </a>
  );
}

/** A router link styled as a button; takes the props of `Link`. */
export const LinkButton = createLink(ButtonAnchor);
