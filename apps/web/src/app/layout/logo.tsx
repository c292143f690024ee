import { Link } from '@tanstack/react-router';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { Flag } from '../../ui/flag.tsx';
import { PATHS } from '../paths.ts';

export function Logo() {
  const { data } = useSiteConfig();
  return (
    <Link to={PATHS.root} className="flex min-h-11 shrink-0 items-center gap-2.5">
      <Flag name="N" size={26} />
      <span className="font-extrabold text-xl tracking-[-0.02em]">나루</span>
      {/* The minimum width prevents a layout shift while the name loads. */}
      <span className="whitespace-nowrap font-medium text-ink-3 text-xs max-lg:sr-only lg:min-w-21">
        {data?.departmentName}
      </span>
    </Link>
  );
}
