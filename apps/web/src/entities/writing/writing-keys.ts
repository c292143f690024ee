/** Posts in a form. They stand apart from the posts that are read, which are loaded again at any time. */
export const writingKeys = {
  post: (postId: number) => ['writing', 'post', postId] as const,
  lecturePost: (lectureId: number, postId: number) =>
    ['writing', 'lecture-post', lectureId, postId] as const,
} as const;
