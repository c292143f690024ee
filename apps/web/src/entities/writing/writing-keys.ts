/** Options of their queries: loaded once, never from the cache. */
export const FOR_EDITING = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
} as const;

/** Posts loaded for editing, separate from displayed posts, which may refetch at any time. */
export const writingKeys = {
  post: (postId: number) => ['writing', 'post', postId] as const,
  lecturePost: (lectureId: number, postId: number) =>
    ['writing', 'lecture-post', lectureId, postId] as const,
} as const;
