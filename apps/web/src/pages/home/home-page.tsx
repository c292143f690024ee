import { FavoriteChips } from '../../features/boards/favorite-chips.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { HomeBoxes } from './home-boxes.tsx';
import { HomeCafeteria } from './home-cafeteria.tsx';
import { QuickLinks } from './quick-links.tsx';

export function HomePage() {
  return (
    <Page title="홈">
      <PageHeading hidden>홈</PageHeading>
      <div className="grid gap-4">
        <QuickLinks />
        <FavoriteChips />
        <HomeBoxes menu={<HomeCafeteria />} />
      </div>
    </Page>
  );
}
