import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> &
  ButtonLook & { ref?: Ref<HTMLAnchorElement>; icon?: ReactNode };

function ButtonAnchor(props: AnchorProps) {
  const { variant, size, block, icon, className, children, ...rest } = props;
  return (
    <a {...rest} className={buttonClass({ variant, size, block }, className)}>
      {icon}
      {children}
    </a>
  );
}

/** A router link that looks like a button; takes `to`, `params`, `search` like `Link`. */
export const LinkButton = createLink(ButtonAnchor);
