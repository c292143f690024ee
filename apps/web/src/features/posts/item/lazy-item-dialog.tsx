import { lazyPart } from '../../../ui/lazy-part.tsx';

/** Loads the dialog when it first opens. */
export const LazyItemDialog = lazyPart(async () => (await import('./item-dialog.tsx')).ItemDialog);
