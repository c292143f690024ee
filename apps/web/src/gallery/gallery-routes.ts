import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../app/paths.ts';
import { rootRoute } from '../app/root-route.ts';

const getParentRoute = () => rootRoute;

/**
 * Gallery of `ui/` in development and in builds with `VITE_GALLERY=1`. All of it is inside the
 * condition, so that other builds drop it.
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
