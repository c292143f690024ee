import { lazyPart } from './lazy-part.tsx';

/** Renders toasts; mounted once near the root. */
export const ToastHost = lazyPart(async () => (await import('./toaster.tsx')).Toaster);
