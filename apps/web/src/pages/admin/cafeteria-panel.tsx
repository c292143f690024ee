import { CafeteriaEditor } from '../../features/cafeteria/editor/cafeteria-editor.tsx';

/** MENU: what both cafeterias cook. */
export function MenuPanel() {
  return <CafeteriaEditor />;
}
