import { useLocation, useNavigate } from '@tanstack/react-router';
import { MENU_HASH, PATHS } from '../../app/paths.ts';
import { CafeteriaCard, CafeteriaSheet } from '../../features/cafeteria/cafeteria-boxes.tsx';
import { PHONE, useMedia } from '../../lib/use-media.ts';

/**
 * The menu as a card; on phones as a sheet while the address ends in `#menu`, so that nothing is
 * asked for before and the way back closes it.
 */
export function HomeMenu() {
  const isPhone = useMedia(PHONE);
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  if (!isPhone) return <CafeteriaCard />;
  return (
    <CafeteriaSheet
      open={hash === MENU_HASH}
      onClose={() => void navigate({ to: PATHS.main, replace: true, resetScroll: false })}
    />
  );
}
