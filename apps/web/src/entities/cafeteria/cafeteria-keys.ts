export const mealKeys = {
  all: ['meals'],
  /** yyyy-mm-dd */
  day: (day: string) => ['meals', day] as const,
  /** Stands apart: what an editor shows does not change below the fingers. */
  editedWeek: (monday: string) => ['edited-meals', monday] as const,
} as const;
