import { ArrowUpRight, CloudOff } from 'lucide-react';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const GRID = 'grid grid-cols-2 gap-3 md:grid-cols-4 max-md:gap-2';
const BOX =
  'flex h-12 items-center gap-2 rounded-ctl border border-line bg-paper px-4 font-semibold text-md shadow-card max-md:px-3';
/** Height of two rows on phones, so that loading and errors shift nothing. */
const WHOLE = 'max-md:h-26';

/** External sites of the university; null when none is configured. */
export function QuickLinks() {
  const { data, isPending, refetch } = useSiteConfig();
  if (isPending) return <LinksSkeleton />;
  if (!data) return <LinksFailed onRetry={() => void refetch()} />;
  if (data.quickLinks.length === 0) return null;
  return (
    <nav aria-label="바로 가기">
      <ul className={GRID}>
        {data.quickLinks.map(({ label, url }) => (
          <li key={url} className="min-w-0">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={`${BOX} group transition-colors duration-100 hover:border-line-strong hover:bg-hover`}
            >
              <span className="min-w-0 truncate">{label}</span>
              <ArrowUpRight
                size={16}
                className="ml-auto shrink-0 text-ink-3 group-hover:text-sea"
              />
              <span className="sr-only">새 탭에서 열기</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LinksSkeleton() {
  return (
    <div role="status" aria-label="바로 가기를 불러오는 중입니다." className={GRID}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={BOX}>
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  );
}

function LinksFailed(props: { onRetry: () => void }) {
  return (
    <div role="alert" className={`${BOX} ${WHOLE}`}>
      <CloudOff size={18} className="shrink-0 text-buoy" />
      <p className="min-w-0 flex-1">바로 가기를 불러오지 못했습니다.</p>
      <Button size="sm" className="shrink-0" onClick={props.onRetry}>
        다시 시도
      </Button>
    </div>
  );
}
