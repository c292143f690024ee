const UPLOAD = /^\/files\/(videos\/)?([\w-]+)\.\w+$/;

/**
 * A short name of an uploaded picture or video for people, such as `올린 사진 (k3Xa9Q)`: two files have
 * different names. Null for any other text.
 */
export function uploadName(url: string): string | null {
  const [, video, key = ''] = UPLOAD.exec(url) ?? [];
  if (key === '') return null;
  return `올린 ${video ? '영상' : '사진'} (${key.slice(0, 6)})`;
}
