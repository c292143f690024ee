import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { getSiteName } from '../lib/site-name.ts';
import { cx } from './cx.ts';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const name = getSiteName();
    document.title = title ? `${title} · ${name}` : name;
  }, [title]);
}

const WIDTHS = { wide: '', reading: 'max-w-[880px]', form: 'max-w-[480px]' };

type PageProps = {
  /** Document title without the site name. */
  title: string;
  width?: keyof typeof WIDTHS;
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
};

/** Container and document title of a page. Put one `PageHeading` inside. */
export function Page(props: PageProps) {
  useDocumentTitle(props.title);
  return (
    <div
      className={cx('page-wrap py-5 max-md:py-4', WIDTHS[props.width ?? 'wide'], props.className)}
      style={props.style}
    >
      {props.children}
    </div>
  );
}

/** The h1 of a page, focused after a navigation. */
export function PageHeading(props: { children: ReactNode; className?: string; hidden?: boolean }) {
  return (
    <h1
      data-page-heading
      tabIndex={-1}
      className={cx('font-bold text-2xl', props.hidden && 'sr-only', props.className)}
    >
      {props.children}
    </h1>
  );
}
