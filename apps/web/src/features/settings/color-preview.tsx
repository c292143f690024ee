import { brandProperties, isReadableColor } from '@naru/contract/brand-color';
import type { CSSProperties } from 'react';

/**
 * Values of ui/tokens.css, repeated here: the built stylesheet resolves them only once, for the theme of the
 * whole page.
 */
const BOTH_THEMES = {
  '--color-paper': 'light-dark(#ffffff, #111d2a)',
  '--color-line': 'light-dark(#e2e8ef, #213146)',
  '--color-sea': 'light-dark(#0b5bd3, #6aaaff)',
  '--color-on-sea': 'light-dark(#ffffff, #06162b)',
};

/** Shows the site colour in both themes; without a readable colour, Naru's default colour. */
export function ColorPreview({ hex }: { hex: string | null }) {
  const chosen = hex !== null && isReadableColor(hex) ? brandProperties(hex) : {};
  return (
    <div
      aria-hidden="true"
      style={{ ...BOTH_THEMES, ...chosen } as CSSProperties}
      className="mt-7 flex gap-2"
    >
      {(['light', 'dark'] as const).map((theme) => (
        <span
          key={theme}
          style={{ colorScheme: theme }}
          className="grid h-10 place-items-center rounded-ctl border border-line bg-paper px-3 max-md:h-11"
        >
          <span className="rounded-sm bg-sea px-2 py-0.5 font-semibold text-on-sea text-sm">
            {theme === 'light' ? '밝은 화면' : '어두운 화면'}
          </span>
        </span>
      ))}
    </div>
  );
}
