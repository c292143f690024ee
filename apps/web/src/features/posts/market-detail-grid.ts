/** A market item: picture beside the words, on phones above them. */
export const ITEM_GRID = 'grid gap-6 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)]';
