import type { PostItem } from '@naru/contract/posts';

type Pictures = Pick<PostItem, 'imageUrls' | 'pictures'>;

/** All pictures of a post, the first one first. */
export function picturesOf({ imageUrls, pictures }: Pictures): string[] {
  return imageUrls === null ? [] : [imageUrls, ...pictures];
}

/** The same as fields of the post. */
export function picturesBody([first = null, ...pictures]: readonly (string | null)[]) {
  return { imageUrls: first, pictures: pictures.filter((url) => url !== null) };
}
