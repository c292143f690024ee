import { type ComponentType, lazy } from 'react';
import type { AdminPanelName } from './console-panels.ts';

/** Each panel loads when first opened. */
export const ADMIN_PANELS: Record<AdminPanelName, ComponentType> = {
  WORK: lazy(async () => ({
    default: (await import('../../features/work/work-view.tsx')).WorkView,
  })),
  STATUS: lazy(async () => ({
    default: (await import('../../features/stats/stats-view.tsx')).StatsView,
  })),
  ROLES: lazy(async () => ({ default: (await import('./address-panels.tsx')).PeoplePanel })),
  ROSTER: lazy(async () => ({ default: (await import('./address-panels.tsx')).RosterPanel })),
  SIGN_UPS: lazy(async () => ({
    default: (await import('../../features/sign-ups/sign-ups-view.tsx')).SignUpsView,
  })),
  EMAILS: lazy(async () => ({ default: (await import('./address-panels.tsx')).EmailsPanel })),
  POSTS: lazy(async () => ({
    default: (await import('../../features/stats/today-lists.tsx')).TodayLists,
  })),
  SCHEDULED: lazy(async () => ({
    default: (await import('../../features/scheduled-notices/scheduled-view.tsx')).ScheduledView,
  })),
  BANNER: lazy(async () => ({
    default: (await import('../../features/banners/editor/banner-editor.tsx')).BannerEditor,
  })),
  MENU: lazy(async () => ({
    default: (await import('../../features/cafeteria/editor/cafeteria-editor.tsx')).CafeteriaEditor,
  })),
  SOURCES: lazy(async () => ({
    default: (await import('../../features/sources/sources-view.tsx')).SourcesView,
  })),
  CALENDAR: lazy(async () => ({
    default: (await import('../../features/academic-calendar/editor/calendar-editor.tsx'))
      .CalendarEditor,
  })),
  BOOKINGS: lazy(async () => ({
    default: (await import('../../features/bookings/desk/booking-desk.tsx')).BookingDesk,
  })),
  LECTURES: lazy(async () => ({
    default: (await import('../../features/lectures/import/lecture-console.tsx')).LectureConsole,
  })),
  SETTINGS: lazy(async () => ({
    default: (await import('./settings-panel.tsx')).SettingsPanel,
  })),
  SITE_STATUS: lazy(async () => ({
    default: (await import('../../features/settings/site-status-view.tsx')).SiteStatusView,
  })),
  INQUIRY: lazy(async () => ({ default: (await import('./inquiry-panel.tsx')).InquiryPanel })),
  REPORTS: lazy(async () => ({ default: (await import('./moderation-panels.tsx')).ReportPanel })),
  REMOVED: lazy(async () => ({ default: (await import('./moderation-panels.tsx')).RemovedPanel })),
  REVEAL: lazy(async () => ({
    default: (await import('../../features/moderation/reveal-view.tsx')).RevealView,
  })),
  SERVICE_KEYS: lazy(async () => ({
    default: (await import('../../features/service-keys/service-keys-view.tsx')).ServiceKeysView,
  })),
  SYSTEM: lazy(async () => ({
    default: (await import('../../features/system/system-view.tsx')).SystemView,
  })),
  BACKUPS: lazy(async () => ({ default: (await import('./backups-panel.tsx')).BackupsPanel })),
  INTEGRITY: lazy(async () => ({
    default: (await import('../../features/integrity/integrity-view.tsx')).IntegrityView,
  })),
  AUDIT: lazy(async () => ({ default: (await import('./audit-panel.tsx')).AuditPanel })),
};
