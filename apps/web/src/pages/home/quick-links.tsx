import { ArrowUpRight, CloudOff } from 'lucide-react';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { Button } from '../../ui/button.tsx';

/** External sites of the university in one row; null when none is configured. */
export function QuickLinks() {
  const { data, isFetching, isPending, refetch } = useSiteConfig();
  if (!data) {
    if (isPending) return null;
    return (
      <div role="alert" className="flex h-11 min-w-0 items-center gap-2 text-md">
        <CloudOff size={18} className="shrink-0 text-buoy" />
        <p className="min-w-0 truncate">바로 가기를 불러오지 못했습니다.</p>
        <Button size="sm" className="shrink-0" pending={isFetching} onClick={() => void refetch()}>
          다시 시도
        </Button>
      </div>
    );
  }
  if (data.quickLinks.length === 0) return null;
  return (
    <nav aria-label="바로 가기" className="min-w-0 max-md:-mx-4 max-md:-my-1">
      <ul className="flex gap-x-1 overflow-x-auto [scrollbar-width:none] max-md:justify-between max-md:px-1.5">
        {data.quickLinks.map(({ label, url }) => (
          <li key={url} className="relative shrink-0">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="flex h-9 items-center gap-0.5 rounded-ctl px-2.5 font-semibold text-ink-2 text-sm max-md:px-2 hover:bg-hover hover:text-ink focus-visible:outline-offset-[-2px] max-md:h-11"
            >
              {label}
              <ArrowUpRight size={13} className="text-ink-3 max-md:hidden" />
              <span className="sr-only">새 탭에서 열기</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
