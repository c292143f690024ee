/** Mutation keys. */
export const reactionKeys = {
  like: (postId: number) => ['reactions', 'like', postId] as const,
  scrap: (postId: number) => ['reactions', 'scrap', postId] as const,
} as const;
