import { imageVariantUrl } from '@naru/contract/images';
import { useState } from 'react';
import { cx } from './cx.ts';

type AvatarProps = {
  /** Its first letter is shown without an image. */
  name: string;
  src?: string | null;
  /** Pixels; default 32. */
  size?: number;
  /** Grey, with the number of `익명3`, without any hint at the member. */
  anonymous?: boolean;
  className?: string;
};

function initialOf(name: string, anonymous: boolean): string {
  const number = anonymous ? /\d+$/.exec(name)?.[0] : undefined;
  return number ?? Array.from(name.trim())[0] ?? '?';
}

/** Decorative: the name is shown beside it as text. */
export function Avatar({ name, src, size = 32, anonymous = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) };
  if (src && !anonymous && broken !== src) {
    return (
      <img
        src={imageVariantUrl(src, 'thumb')}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={cx('shrink-0 rounded-full bg-deck object-cover', className)}
        style={{ width: size, height: size }}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      style={box}
      className={cx(
        'inline-grid shrink-0 select-none place-items-center rounded-full font-bold leading-none',
        anonymous
          ? 'border border-line bg-deck text-ink-3'
          : 'bg-linear-135 from-[#4f8fe6] to-[#0b4aa8] text-white',
        className,
      )}
    >
      {initialOf(name, anonymous)}
    </span>
  );
}
