import type { CSSProperties } from 'react';
import { blockColors } from '../theme-color.ts';

/** The colours of both themes as custom properties for `.lecture-block` and `.lecture-dot`. */
export function blockStyle(themeColor: string): CSSProperties {
  const light = blockColors(themeColor, 'light');
  const dark = blockColors(themeColor, 'dark');
  const properties: Record<`--${string}`, string> = {
    '--block-light': light.background,
    '--block-dark': dark.background,
    '--text-light': light.text,
    '--text-dark': dark.text,
    '--edge-light': light.edge,
    '--edge-dark': dark.edge,
  };
  return properties;
}
