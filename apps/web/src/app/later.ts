import type { QueryClient } from '@tanstack/react-query';
import { startOffline } from './offline.ts';

/** Loads panels, menus, dialogs and toasts, and starts what works without a network. */
export function loadLater(client: QueryClient): void {
  startOffline(client);
  void import('./layout/header-panels.tsx');
  void import('./layout/mobile-menu.tsx');
  void import('./layout/profile-panel.tsx');
  void import('./layout/study-lock.tsx');
  void import('../features/cafeteria/cafeteria-sheet.tsx');
  void import('../ui/ask-dialog.tsx');
  void import('../ui/tooltip-bubble.tsx');
  // The list of the files with rare letters: 14 kB, and all texts are laid out again.
  void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
}
