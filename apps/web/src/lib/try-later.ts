/** Shown under the title of a failure when the server gives no reason. */
export const TRY_LATER = '잠시 후 다시 시도해 주세요.';
