/**
 * For a column of panels that load on their own: what comes after one that is still loading waits for it, so
 * that no panel moves once it can be used. All of them load at the same time.
 */
export const IN_ORDER = "[&>:has([aria-label$='불러오는_중입니다.'])~*]:hidden";
