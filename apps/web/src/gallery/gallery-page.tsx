import { PATHS } from '../lib/paths.ts';
import type { Theme } from '../lib/theme.ts';
import { Page, PageHeading } from '../ui/page.tsx';
import { Buttons, Editing, Fields } from './inputs.tsx';
import { Layers } from './layers.tsx';
import { Lists } from './lists.tsx';
import { Marks } from './marks.tsx';

const THEMES: { theme: Theme; name: string }[] = [
  { theme: 'light', name: '밝게' },
  { theme: 'dark', name: '어둡게' },
];
const WIDTHS = [390, 1280];

/** The kit page in both themes, at phone and desktop width. */
export function GalleryPage() {
  return (
    <Page title="디자인 시스템" className="max-w-none!">
      <PageHeading className="mb-4">디자인 시스템</PageHeading>
      {THEMES.map(({ theme, name }) => (
        <section key={theme} aria-label={name} className="mb-6 flex gap-4 overflow-x-auto">
          {WIDTHS.map((width) => (
            <iframe
              key={width}
              title={`${name}, ${width}px`}
              src={PATHS.galleryKit}
              onLoad={({ currentTarget }) => {
                const root = currentTarget.contentDocument?.documentElement;
                if (root) root.dataset.theme = theme;
              }}
              style={{ width }}
              className="h-[85dvh] shrink-0 rounded-card border border-line"
            />
          ))}
        </section>
      ))}
    </Page>
  );
}

/** Every component of the kit in its states, except hover and focus. */
export function KitPage() {
  return (
    <Page title="디자인 시스템" className="grid grid-cols-1 gap-4">
      <PageHeading>디자인 시스템</PageHeading>
      <Buttons />
      <Fields />
      <Marks />
      <Lists />
      <Layers />
      <Editing />
    </Page>
  );
}
