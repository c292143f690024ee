import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../ui/cx.ts';

const TINTS = [
  'bg-sea-weak text-sea',
  'bg-buoy-weak text-buoy',
  'bg-tide-weak text-tide',
  'bg-gold-weak text-gold',
  'bg-violet-weak text-violet',
];

type ItemPictureProps = {
  src: string | null;
  alt: string;
  /** Selects the tint of the placeholder, stable per item. */
  seed: number;
  className?: string;
};

/** Falls back to a placeholder when there is no picture or it fails to load. */
export function ItemPicture({ src, alt, seed, className }: ItemPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src && broken !== src) {
    return (
      <img
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={cx('size-full bg-deck object-cover', className)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={cx('grid size-full place-items-center', TINTS[seed % TINTS.length], className)}
    >
      <BookOpen size={40} strokeWidth={1.5} />
    </span>
  );
}
