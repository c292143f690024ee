import { lazyPart } from './lazy-part.tsx';
import type { ShownPicture } from './picture-viewer.tsx';
import { toast } from './toast.ts';

/** What the viewer shows: all pictures, opened at one. */
export type Shown = { pictures: readonly ShownPicture[]; index: number };

/** Loads with the first picture that is opened. */
export const LazyPictureViewer = lazyPart(
  async () => (await import('./picture-viewer.tsx')).PictureViewer,
  ({ onClose }) => {
    onClose();
    toast.error('사진 보기를 불러오지 못했습니다. 네트워크 연결을 확인해 주세요.');
  },
);
