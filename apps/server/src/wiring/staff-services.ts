import type { Env } from '../config/env.ts';
import { createDateImport } from '../domain/academic-calendar/import-dates.ts';
import { createMenuImport } from '../domain/cafeteria/import-menus.ts';
import { resanitizePost } from '../domain/posts/html.ts';
import { createArticleImport } from '../domain/sources/import-articles.ts';
import { createAcademicCalendarService } from '../features/academic-calendar/academic-calendar.service.ts';
import { createCorrectionEmails, createRoleEmails } from '../features/admin/admin.emails.ts';
import { createAdminService } from '../features/admin/admin.service.ts';
import { createAudiencesService } from '../features/audiences/audiences.service.ts';
import { createBannersService } from '../features/banners/banners.service.ts';
import { createCafeteriaService } from '../features/cafeteria/cafeteria.service.ts';
import type { CommentsService } from '../features/comments/comments.service.ts';
import type { CourseReviewsService } from '../features/course-reviews/course-reviews.service.ts';
import { createEmailsService } from '../features/emails/emails.service.ts';
import { createInquiryEmails } from '../features/inquiries/inquiries.emails.ts';
import { createInquiriesService } from '../features/inquiries/inquiries.service.ts';
import { createBlinds } from '../features/moderation/blinds.service.ts';
import { createContents } from '../features/moderation/contents.service.ts';
import {
  createRevealEmails,
  createSuspensionEmails,
} from '../features/moderation/moderation.emails.ts';
import { createModerationService } from '../features/moderation/moderation.service.ts';
import { createReportedContents } from '../features/moderation/reported-contents.service.ts';
import { createReportedMessages } from '../features/moderation/reported-messages.service.ts';
import { createObjectionsService } from '../features/objections/objections.service.ts';
import type { PostsService } from '../features/posts/posts.service.ts';
import { createReplyTemplatesService } from '../features/reply-templates/reply-templates.service.ts';
import { createRosterService } from '../features/roster/roster.service.ts';
import { createScheduledNoticesService } from '../features/scheduled-notices/scheduled-notices.service.ts';
import { createSecondFactorEmails } from '../features/second-factor/second-factor.emails.ts';
import {
  createServiceKeysService,
  createSystemNoticesService,
} from '../features/service-keys/service-keys.service.ts';
import type { SessionsService } from '../features/sessions/sessions.service.ts';
import type { SettingsService } from '../features/settings/settings.service.ts';
import type { SiteStatusService } from '../features/settings/site-status.service.ts';
import { createSourcesService } from '../features/sources/sources.service.ts';
import type { Tools } from '../features/tools.ts';
import type { UploadsService } from '../features/uploads/uploads.service.ts';
import type { VerificationService } from '../features/verification/verification.service.ts';
import type { CampusNetworks } from '../platform/campus-networks.ts';
import type { FetchForeignPage } from '../platform/foreign-pages/foreign-pages.ts';

interface Parts extends Tools {
  /** Reads pages of other sites. */
  fetchPage: FetchForeignPage;
  env: Pick<Env, 'PUBLIC_URL' | 'SIGNUP_EMAIL_DOMAINS'>;
  /** Newest first. */
  secrets: readonly string[];
  campus: CampusNetworks;
  settings: SettingsService;
  uploads: UploadsService;
  sessions: SessionsService;
  verification: VerificationService;
  posts: PostsService;
  comments: CommentsService;
  courseReviews: CourseReviewsService;
  siteStatus: Pick<SiteStatusService, 'listReadOnlyTimes'>;
}

/** Services with which staff manage members and their content, and with which members inquire, report and object. */
export function createStaffServices(given: Parts) {
  const { env, uploads, settings, posts, comments, siteStatus, ...parts } = given;
  const { secrets, campus, sessions, verification, courseReviews, fetchPage, ...tools } = parts;
  const { emailNames } = tools;
  const signupDomains = env.SIGNUP_EMAIL_DOMAINS;
  const admin = createAdminService({
    ...tools,
    sessions,
    verification,
    signupDomains,
    emails: createRoleEmails(emailNames),
    corrections: createCorrectionEmails(emailNames),
    factorRemoved: createSecondFactorEmails(emailNames).removed,
  });
  const scheduledNotices = createScheduledNoticesService({
    ...tools,
    posts,
    uploads,
    siteStatus,
    findActiveRoles: admin.findActiveRoles,
  });
  const staff = { ...tools, sessions, contents: createContents(tools), people: admin };
  const inquiries = createInquiriesService({
    ...staff,
    campus,
    attachments: uploads.attachments,
    blinds: createBlinds({ ...tools, settings }),
    messages: createReportedMessages({ files: uploads.chatPictures }),
    reported: createReportedContents({
      pictures: uploads.removedPictures,
      files: uploads.attachments,
    }),
    removal: {
      post: posts.removeByStaff,
      comment: comments.removeByStaff,
      courseReview: courseReviews.removeByStaff,
    },
    emails: createInquiryEmails(emailNames),
  });
  const objections = createObjectionsService({
    ...tools,
    secrets,
    publicUrl: env.PUBLIC_URL,
    inquiries,
    cleanHtml: resanitizePost,
  });
  const moderation = createModerationService({
    ...staff,
    emails: { ...createSuspensionEmails(emailNames), ...createRevealEmails(emailNames) },
    cleanHtml: resanitizePost,
    pictures: uploads.removedPictures,
    objections,
  });
  const roster = createRosterService({ ...staff, signupDomains });
  const importArticles = createArticleImport({ ...tools, uploads });
  const programs = {
    serviceKeys: createServiceKeysService(tools),
    systemNotices: createSystemNoticesService({ ...tools, importArticles }),
    sources: createSourcesService({
      ...tools,
      fetchPage,
      copies: uploads.copies,
      importArticles,
      importMenus: createMenuImport(tools),
      importDates: createDateImport(tools),
    }),
  };
  const academicCalendar = createAcademicCalendarService(tools);
  const emails = createEmailsService(tools);
  const replyTemplates = createReplyTemplatesService(tools);
  const people = { admin, inquiries, replyTemplates, objections, moderation, roster, emails };
  const edited = {
    audiences: createAudiencesService(tools),
    banners: createBannersService({ ...tools, ...uploads }),
    cafeteria: createCafeteriaService(tools),
  };
  return { ...people, ...programs, ...edited, scheduledNotices, academicCalendar };
}
