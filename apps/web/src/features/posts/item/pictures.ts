/** A stored picture, or one that was just chosen. */
export type Picture = { url: string } | { file: File };

/** The list with the picture of one place at another one. */
export function movePicture(
  pictures: readonly Picture[],
  from: number,
  to: number,
): readonly Picture[] {
  const moved = pictures[from];
  if (moved === undefined || to < 0 || to >= pictures.length) return pictures;
  return pictures.toSpliced(from, 1).toSpliced(to, 0, moved);
}
