export const mealKeys = {
  all: ['meals'],
  day: (day: string) => ['meals', day] as const,
  /** Separate, so that a refresh of the shown meals never changes an editor. */
  editedWeek: (monday: string) => ['edited-meals', monday] as const,
} as const;
