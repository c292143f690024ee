/** The limits that the dashboard and lists need, apart from the others, which their scripts leave out. */
export const PAGE_LIMITS = {
  postPageSize: 10,
  summarySize: 6,
  carouselSize: 12,
  /** Days back and ahead with meals. */
  cafeteriaDaysShown: 14,
  /** Days back and ahead that staff may edit. */
  cafeteriaEditDays: 60,
} as const;
