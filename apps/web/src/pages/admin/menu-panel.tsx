import { MenuEditor } from '../../features/menus/editor/menu-editor.tsx';

/** MENU: what both cafeterias cook. */
export function MenuPanel() {
  return <MenuEditor />;
}
