/** Ids that tie the catalogue panel to its toggle button. */
export const CATALOG_ID = 'lecture-catalog';
export const CATALOG_TOGGLE_ID = 'lecture-catalog-toggle';
