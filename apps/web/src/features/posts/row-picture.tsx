import { Image } from 'lucide-react';
import { useState } from 'react';

/** The first picture of a post beside its row, in a box of fixed size. One that fails leaves a mark in it. */
export function RowPicture({ src }: { src: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="grid shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-deck text-ink-3 max-md:absolute max-md:top-1/2 max-md:right-4 max-md:size-14 max-md:-translate-y-1/2 md:size-9">
      {broken === src ? (
        <Image size={16} aria-hidden="true" />
      ) : (
        <img
          src={src}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
