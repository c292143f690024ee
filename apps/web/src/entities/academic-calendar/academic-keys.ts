export const academicKeys = {
  all: ['academic-dates'],
  range: (from: string, to: string) => ['academic-dates', from, to] as const,
  /** Separate, so that a refresh of the shown dates never changes an editor. */
  allEdited: ['edited-academic-dates'],
  edited: (year: number) => ['edited-academic-dates', year] as const,
} as const;
