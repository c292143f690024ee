/** Names the catalogue panel for the button that opens it, and the button for the panel. */
export const CATALOG_ID = 'lecture-catalog';
export const CATALOG_TOGGLE_ID = 'lecture-catalog-toggle';
