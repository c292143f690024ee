import { type ComponentType, lazy } from 'react';
import type { AdminPanelName } from './console-panels.ts';

/** One line a panel: it loads when its menu is opened. A menu without a panel is not offered. */
export const ADMIN_PANELS: Partial<Record<AdminPanelName, ComponentType>> = {
  STATUS: lazy(async () => ({ default: (await import('./status-panel.tsx')).StatusPanel })),
  ROLES: lazy(async () => ({ default: (await import('./roles-panel.tsx')).RolesPanel })),
  POSTS: lazy(async () => ({ default: (await import('./posts-panel.tsx')).PostsPanel })),
  BANNER: lazy(async () => ({ default: (await import('./banner-panel.tsx')).BannerPanel })),
  MENU: lazy(async () => ({ default: (await import('./cafeteria-panel.tsx')).MenuPanel })),
  SETTINGS: lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel })),
  INQUIRY: lazy(async () => ({ default: (await import('./inquiry-panel.tsx')).InquiryPanel })),
  REPORTS: lazy(async () => ({ default: (await import('./report-panel.tsx')).ReportPanel })),
  REMOVED: lazy(async () => ({ default: (await import('./removed-panel.tsx')).RemovedPanel })),
  REVEAL: lazy(async () => ({ default: (await import('./reveal-panel.tsx')).RevealPanel })),
  AUDIT: lazy(async () => ({ default: (await import('./audit-panel.tsx')).AuditPanel })),
};
