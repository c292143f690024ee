import { useLocation, useNavigate } from '@tanstack/react-router';
import { CAFETERIA_HASH, PATHS } from '../../app/paths.ts';
import { MenuCard } from '../../features/cafeteria/cafeteria-card.tsx';
import { MenuSheet } from '../../features/cafeteria/cafeteria-sheet.tsx';
import { PHONE, useMedia } from '../../lib/use-media.ts';

/**
 * A card; on phones a sheet while the URL ends in `#menu`, so that nothing loads before and Back
 * closes it.
 */
export function HomeCafeteria() {
  const isPhone = useMedia(PHONE);
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  if (!isPhone) return <MenuCard />;
  return (
    <MenuSheet
      open={hash === CAFETERIA_HASH}
      onClose={() => void navigate({ to: PATHS.main, replace: true, resetScroll: false })}
    />
  );
}
