import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../app/paths.ts';
import { rootRoute } from '../app/root-route.ts';

const getParentRoute = () => rootRoute;

/**
 * The parts of `ui/` to look at: in development, and in a build with `VITE_GALLERY=1`. All of it
 * stands in the condition, so that no other build has a trace of the pages.
 */
export const galleryRoutes =
  import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1'
    ? [
        createRoute({
          getParentRoute,
          path: PATHS.gallery,
          staticData: { bare: true },
          component: lazyRouteComponent(() => import('./gallery-page.tsx'), 'GalleryPage'),
        }),
        createRoute({
          getParentRoute,
          path: PATHS.galleryKit,
          staticData: { bare: true },
          component: lazyRouteComponent(() => import('./kit-page.tsx'), 'KitPage'),
        }),
      ]
    : [];
