import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useStore } from '../../lib/store.ts';
import { chooseTheme, type Theme, theme } from '../../lib/theme.ts';
import { Segmented } from '../../ui/segmented.tsx';

const THEMES: readonly [Theme, label: string, LucideIcon][] = [
  ['system', '기기 설정', Monitor],
  ['light', '밝게', Sun],
  ['dark', '어둡게', Moon],
];

const THEME_ITEMS = THEMES.map(([value, name, Icon]) => ({
  value,
  label: (
    <>
      <Icon size={14} className="shrink-0" />
      {name}
    </>
  ),
}));

/** Light, dark, or as the device; on this device only. */
export function ThemeChoice() {
  const chosen = useStore(theme);
  return (
    <Segmented
      label="화면 테마"
      value={chosen}
      onChange={chooseTheme}
      className="w-full"
      items={THEME_ITEMS}
    />
  );
}
