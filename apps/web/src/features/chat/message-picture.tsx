import { imageVariantUrl } from '@naru/contract/images';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { boxOf } from './chat.pictures.ts';
import type { ShownPicture } from './chat.rows.ts';

type MessagePictureProps = { picture: ShownPicture; name: string; onOpen: (url: string) => void };

/** Takes its place before it has loaded, so that nothing shifts; opens on the whole screen. */
export function MessagePicture({ picture, name, onOpen }: MessagePictureProps) {
  const { url, isLocal } = picture;
  const [failed, setFailed] = useState('');
  const { width, height } = boxOf(picture);
  if (failed === url) {
    return (
      <span style={{ width, height }} className="grid place-content-center gap-1 p-2 text-ink-3">
        <ImageOff size={22} className="mx-auto" />
        <span className="text-center text-xs">사진을 불러오지 못했습니다.</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      disabled={isLocal}
      aria-haspopup="dialog"
      onClick={() => onOpen(url)}
      className="block"
    >
      <img
        src={isLocal ? url : imageVariantUrl(url, 'medium')}
        alt={`${name} 보낸 사진`}
        width={width}
        height={height}
        draggable={false}
        onError={() => setFailed(url)}
        style={{ width, height }}
        className="block max-w-full object-cover"
      />
    </button>
  );
}
