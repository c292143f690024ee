import { createLink, useLocation, useRouter } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { buttonClass } from './button.tsx';

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  ref?: Ref<HTMLAnchorElement>;
  button?: boolean;
};

function BackAnchor(props: AnchorProps) {
  const { button = false, href, onClick, children = '목록으로', ...rest } = props;
  const router = useRouter();
  const fromList = useLocation({ select: ({ state }) => state.fromList === true });
  const goBack = (event: MouseEvent<HTMLAnchorElement>) => {
    const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!fromList || !plain) return onClick?.(event);
    event.preventDefault();
    router.history.back();
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={goBack}
      className={
        button
          ? buttonClass({ variant: 'primary' })
          : '-ml-2 inline-flex h-9 items-center gap-1 rounded-ctl px-2 font-semibold text-ink-2 text-md hover:bg-hover hover:text-ink max-md:h-11'
      }
    >
      {!button && <ChevronLeft size={18} />}
      {children}
    </a>
  );
}

/**
 * A link to the list page that the reader came from. Goes back in history when the reader came through a list
 * row, which restores the scroll position.
 */
export const BackLink = createLink(BackAnchor);
