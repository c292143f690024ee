import { useLocation, useNavigate } from '@tanstack/react-router';
import { CAFETERIA_HASH, PATHS } from '../../app/paths.ts';
import { CafeteriaCard, CafeteriaSheet } from '../../features/cafeteria/todays-cafeteria.tsx';
import { PHONE, useMedia } from '../../lib/use-media.ts';

/**
 * A card; on phones a sheet while the URL ends in `#menu`, so that nothing loads before and Back
 * closes it.
 */
export function HomeCafeteria() {
  const isPhone = useMedia(PHONE);
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  if (!isPhone) return <CafeteriaCard />;
  return (
    <CafeteriaSheet
      open={hash === CAFETERIA_HASH}
      onClose={() => void navigate({ to: PATHS.main, replace: true, resetScroll: false })}
    />
  );
}
