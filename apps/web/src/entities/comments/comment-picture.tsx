import type { Comment } from '@naru/contract/comments';
import { imageVariantUrl } from '@naru/contract/images';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { LazyPictureViewer } from '../../ui/lazy-picture-viewer.tsx';

const UNNAMED = '댓글에 첨부된 사진';

/** Has its place before it has loaded, and the same for every picture; opens on the whole screen. */
export function CommentPicture({ picture }: { picture: NonNullable<Comment['picture']> }) {
  const { url } = picture;
  const [isShown, setShown] = useState(false);
  const [failed, setFailed] = useState('');
  const alt = picture.alt || UNNAMED;
  return (
    <div className="mt-2 h-45 w-60 max-w-full overflow-hidden rounded-ctl border border-line bg-deck">
      {failed === url ? (
        <p className="grid size-full place-content-center justify-items-center gap-1 text-ink-3 text-sm">
          <ImageOff size={22} />
          사진을 불러오지 못했습니다.
        </p>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${alt}, 크게 보기`}
          onClick={() => setShown(true)}
          className="block size-full cursor-zoom-in"
        >
          <img
            src={imageVariantUrl(url, 'medium')}
            alt=""
            width={240}
            height={180}
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setFailed(url)}
            className="size-full object-cover"
          />
        </button>
      )}
      {isShown && (
        <LazyPictureViewer
          pictures={[{ src: url, alt }]}
          index={0}
          onClose={() => setShown(false)}
        />
      )}
    </div>
  );
}
