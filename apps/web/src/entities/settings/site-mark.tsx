import { imageVariantUrl } from '@naru/contract/images';
import { Flag } from '../../ui/flag.tsx';
import { useSiteConfig } from './site-config.ts';

/** Logo and name of the site. */
export function SiteMark(props: { size: number }) {
  const { data } = useSiteConfig();
  return (
    <>
      {data?.logoUrl ? (
        <img
          src={imageVariantUrl(data.logoUrl, 'thumb')}
          alt=""
          height={props.size}
          style={{ height: props.size }}
          className="max-w-[96px] rounded-sm object-contain"
        />
      ) : (
        <Flag name="N" size={props.size} branded />
      )}
      <span className="max-w-[12rem] truncate font-extrabold text-xl tracking-[-0.02em]">
        <span className="max-sm:hidden">{data?.siteName}</span>
        <span className="sm:hidden">{data?.shortName || data?.siteName}</span>
      </span>
    </>
  );
}
