import { useRouter } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';

const LOOK =
  'after:absolute after:inset-0 hover:underline hover:decoration-2 hover:underline-offset-4 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-white focus-visible:after:outline-offset-[-4px]';

/** Covers the whole slide: a page of this site opens here, another one in a new tab. */
export function SlideLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/')) return <PageLink href={href}>{children}</PageLink>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" draggable={false} className={LOOK}>
      {children}
      <ArrowUpRight size={20} className="ml-1 inline-block align-[-2px] max-md:hidden" />
      <span className="sr-only">새 탭에서 열기</span>
    </a>
  );
}

function PageLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a href={href} onClick={onClick} draggable={false} className={LOOK}>
      {children}
    </a>
  );
}
