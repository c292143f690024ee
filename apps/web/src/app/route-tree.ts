import { galleryRoutes } from '../gallery/gallery-routes.ts';
import { rootRoute } from './root-route.ts';
import { communityRoutes } from './routes/community.ts';
import { entryRoutes } from './routes/entry.ts';
import { personalRoutes } from './routes/personal.ts';
import { siteRoutes } from './routes/site.ts';
import { studyRoutes } from './routes/study.ts';

export const routeTree = rootRoute.addChildren([
  ...entryRoutes,
  ...communityRoutes,
  ...studyRoutes,
  ...personalRoutes,
  ...siteRoutes,
  ...galleryRoutes,
]);
