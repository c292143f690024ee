/** The squares of the signal flag N on a field of 16 by 16. */
export const FLAG_CHECKS =
  'M0 0h4v4H0zM8 0h4v4H8zM4 4h4v4H4zM12 4h4v4h-4zM0 8h4v4H0zM8 8h4v4H8zM4 12h4v4H4zM12 12h4v4h-4z';
