export const pollKeys = {
  detail: (postId: number) => ['polls', postId] as const,
  voters: (postId: number, option: number, page: number) =>
    ['polls', postId, 'voters', option, page] as const,
} as const;
