export const similarKeys = {
  /** Questions like one with this title. */
  questions: (title: string) => ['similar-questions', title] as const,
} as const;
