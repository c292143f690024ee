import { GUIDE } from 'virtual:guide';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import DOMPurify, { type Config } from 'dompurify';
import { BookOpen } from 'lucide-react';
import type { MouseEvent } from 'react';
import { HTML_POLICY } from '../../lib/html-policy.ts';
import { PATHS } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

const CONFIG = {
  ALLOWED_TAGS: [
    ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre', 'a', 'img', 'br'],
    ...['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'blockquote'],
  ],
  ALLOWED_ATTR: [
    ...['href', 'id', 'src', 'alt', 'width', 'height', 'loading', 'class', 'tabindex', 'start'],
  ],
  ALLOW_DATA_ATTR: false,
  RETURN_TRUSTED_TYPE: true as const,
  TRUSTED_TYPES_POLICY: HTML_POLICY,
} satisfies Config;

/** The text of a guide for the page, whose policy takes sanitised markup only. */
function guideHtml(html: string): TrustedHTML {
  return DOMPurify.sanitize(html, CONFIG);
}

/** In the order in which the index lists them; other pages are linked from these. */
const ORDER = ['README', 'operator', 'admin', 'staff', 'council', 'professor'];
const PAGES = ORDER.flatMap((name) => GUIDE.find((page) => page.name === name) ?? []);

/** A page of the guide, or its index. */
export function GuidePage() {
  const { page: wanted = 'README' } = useParams({ strict: false });
  const page = GUIDE.find(({ name }) => name === wanted);
  return (
    <Page title={page?.title ?? '안내서'}>
      <div className="grid items-start gap-6 max-lg:gap-3 lg:grid-cols-[180px_minmax(0,880px)]">
        <GuideNav current={page?.name} />
        <Card as="article" className="min-w-0 px-8 py-8 max-md:px-5 max-md:py-6">
          <PageHeading>{page?.title ?? '안내서'}</PageHeading>
          {page ? (
            <GuideText html={page.html} />
          ) : (
            <EmptyState
              icon={<BookOpen size={22} />}
              title="없는 안내서입니다."
              text="목록에서 읽을 안내서를 골라 주세요."
            />
          )}
        </Card>
      </div>
    </Page>
  );
}

function GuideText({ html }: { html: string }) {
  const navigate = useNavigate();
  // Links of the text stay within the app.
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void navigate({ href: `${link.pathname}${link.hash}` });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked.
    <div
      className="prose-post guide-text mt-6"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the build, and sanitised.
      dangerouslySetInnerHTML={{ __html: guideHtml(html) as unknown as string }}
    />
  );
}

/** The guides: a column beside the text, a strip above it on narrow screens. */
function GuideNav({ current }: { current: string | undefined }) {
  return (
    <nav aria-label="안내서" className="min-w-0 lg:sticky lg:top-[calc(var(--header-h)+20px)]">
      <ul className="flex gap-1 max-lg:flex-wrap lg:flex-col">
        {PAGES.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={name === 'README' ? PATHS.guide : PATHS.guidePage}
              params={{ page: name }}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'flex min-h-10 items-center rounded-ctl px-3 font-semibold text-md max-lg:min-h-11',
                name === current
                  ? 'bg-sea-weak text-sea'
                  : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              {title.replace(/ 안내서$/, '')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
