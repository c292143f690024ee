import { BannerEditor } from '../../features/banners/editor/banner-editor.tsx';

/** BANNER: what turns on the main page. */
export function BannerPanel() {
  return <BannerEditor />;
}
