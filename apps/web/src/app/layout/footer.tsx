import type { SiteConfig } from '@naru/contract/site';
import { Link } from '@tanstack/react-router';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { PATHS } from '../../lib/paths.ts';
import { isLoggedIn } from '../../lib/session/session.ts';

const LINK = 'inline-flex min-h-6 items-center hover:text-ink hover:underline max-md:min-h-11';

/** Members get the inquiry form, guests a mailto link and the form for reports without an account. */
export function Footer() {
  const { data } = useSiteConfig();
  return (
    <footer className="mt-10 border-line border-t text-ink-3 text-sm">
      <div className="page-wrap flex flex-wrap items-start justify-between gap-x-10 gap-y-3 py-7 max-md:py-5">
        <div className="grid min-h-12 gap-1">
          {data && (
            <>
              <p className="text-ink-2">{data.footer.about}</p>
              <p>{data.footer.contact}</p>
              <Links links={data.footerLinks} />
            </>
          )}
        </div>
        <nav aria-label="사이트 정보" className="flex flex-wrap gap-x-5">
          <Link to={PATHS.terms} className={LINK}>
            이용약관
          </Link>
          <Link to={PATHS.privacy} className={`${LINK} font-bold text-ink-2`}>
            개인정보 처리방침
          </Link>
          {isLoggedIn() || (
            <Link to={PATHS.report} className={LINK}>
              권리 침해 신고
            </Link>
          )}
          {isLoggedIn() ? (
            <Link to={PATHS.support} className={LINK}>
              문의하기
            </Link>
          ) : (
            data && (
              <a href={`mailto:${data.footer.email}`} className={LINK}>
                문의하기
              </a>
            )
          )}
        </nav>
      </div>
    </footer>
  );
}

/** Links that an ADMIN has set, such as the homepage of the department. */
function Links({ links = [] }: { links: SiteConfig['footerLinks'] | undefined }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5">
      {links.map(({ label, url }) => (
        <li key={`${label} ${url}`}>
          <a href={url} target="_blank" rel="noopener noreferrer" className={LINK}>
            {label}
            <span className="sr-only"> (새 탭)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
