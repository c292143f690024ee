import { academicCalendarRoutes, academicFileRoutes } from './academic-calendar.ts';
import { accountRoutes } from './account.ts';
import { adminRoutes } from './admin.ts';
import { alertWordRoutes } from './alert-words.ts';
import { aliasBlockRoutes } from './alias-blocks.ts';
import { audienceRoutes } from './audiences.ts';
import { authRoutes } from './auth.ts';
import { backupFileRoutes, backupRoutes } from './backups.ts';
import { bannerRoutes } from './banners.ts';
import { bookingDeskRoutes } from './booking-desk.ts';
import { bookingRoutes } from './bookings.ts';
import { cafeteriaRoutes } from './cafeteria.ts';
import { chatFileRoutes, chatRoutes } from './chat.ts';
import { chatRoomRoutes } from './chat-rooms.ts';
import { commentRoutes } from './comments.ts';
import { courseReviewRoutes } from './course-reviews.ts';
import { digestRoutes } from './digest.ts';
import { documentRoutes } from './documents.ts';
import { draftRoutes } from './drafts.ts';
import { emailRoutes } from './emails.ts';
import { eventRoutes } from './events.ts';
import { feedRoutes } from './feeds.ts';
import { attachmentRoutes, fileRoutes, videoRoutes } from './files.ts';
import { followRoutes } from './follows.ts';
import { friendRoutes } from './friends.ts';
import { inquiryRoutes } from './inquiries.ts';
import { inquiryDeskRoutes } from './inquiry-desk.ts';
import { integrityRoutes } from './integrity.ts';
import { lectureImportRoutes } from './lecture-import.ts';
import { lecturePostRoutes } from './lecture-posts.ts';
import { lectureRoutes } from './lectures.ts';
import { linkCardRoutes } from './link-cards.ts';
import { memberRoutes } from './members.ts';
import { moderationRoutes } from './moderation.ts';
import { mustReadRoutes } from './must-reads.ts';
import { boardRoutes, boardVisitRoutes } from './my-boards.ts';
import { notificationRoutes } from './notifications.ts';
import { objectionRoutes } from './objections.ts';
import { oidcRoutes } from './oidc.ts';
import { outgoingRoutes } from './outgoing.ts';
import { outsideReportRoutes } from './outside-reports.ts';
import { passkeyRoutes } from './passkeys.ts';
import { petitionRoutes } from './petitions.ts';
import { pollRoutes } from './polls.ts';
import { postRoutes } from './posts.ts';
import { privateEntryRoutes } from './private-entries.ts';
import { pushRoutes } from './push.ts';
import { reactionRoutes } from './reactions.ts';
import { replyTemplateRoutes } from './reply-templates.ts';
import { rollOverRoutes } from './roll-over.ts';
import { invitationRoutes, rosterRoutes } from './roster.ts';
import { scheduledNoticeRoutes } from './scheduled-notices.ts';
import { searchRoutes } from './search.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { serviceKeyRoutes } from './service-keys.ts';
import { settingsRoutes } from './settings.ts';
import { sharedTimetableRoutes } from './shared-timetables.ts';
import { signUpRoutes } from './sign-ups.ts';
import { similarQuestionRoutes } from './similar-questions.ts';
import { siteRoutes } from './site.ts';
import { siteStatusRoutes } from './site-status.ts';
import { sourceRoutes } from './sources.ts';
import { statsRoutes } from './stats.ts';
import { systemRoutes } from './system.ts';
import { systemNoticeRoutes } from './system-notices.ts';
import { teamRoutes } from './teams.ts';
import { timetablePlanRoutes } from './timetable-plans.ts';
import { workRoutes } from './work.ts';

/** The whole contract: one table per feature, keys unique inside a feature. */
export const routes = {
  auth: authRoutes,
  members: memberRoutes,
  account: accountRoutes,
  secondFactor: secondFactorRoutes,
  passkeys: passkeyRoutes,
  oidc: oidcRoutes,
  friends: friendRoutes,
  aliasBlocks: aliasBlockRoutes,
  chat: chatRoutes,
  chatRooms: chatRoomRoutes,
  chatFiles: chatFileRoutes,
  notifications: notificationRoutes,
  push: pushRoutes,
  digest: digestRoutes,
  emails: emailRoutes,
  events: eventRoutes,
  feeds: feedRoutes,
  boards: boardRoutes,
  boardVisits: boardVisitRoutes,
  follows: followRoutes,
  alertWords: alertWordRoutes,
  search: searchRoutes,
  posts: postRoutes,
  polls: pollRoutes,
  teams: teamRoutes,
  petitions: petitionRoutes,
  drafts: draftRoutes,
  similarQuestions: similarQuestionRoutes,
  linkCards: linkCardRoutes,
  comments: commentRoutes,
  scheduledNotices: scheduledNoticeRoutes,
  audiences: audienceRoutes,
  mustReads: mustReadRoutes,
  reactions: reactionRoutes,
  files: fileRoutes,
  lectures: lectureRoutes,
  lectureImport: lectureImportRoutes,
  privateEntries: privateEntryRoutes,
  courseReviews: courseReviewRoutes,
  sharedTimetables: sharedTimetableRoutes,
  timetablePlans: timetablePlanRoutes,
  lecturePosts: lecturePostRoutes,
  attachments: attachmentRoutes,
  cafeteria: cafeteriaRoutes,
  academicCalendar: academicCalendarRoutes,
  academicFiles: academicFileRoutes,
  banners: bannerRoutes,
  videos: videoRoutes,
  bookings: bookingRoutes,
  bookingDesk: bookingDeskRoutes,
  sources: sourceRoutes,
  stats: statsRoutes,
  siteStatus: siteStatusRoutes,
  settings: settingsRoutes,
  documents: documentRoutes,
  inquiries: inquiryRoutes,
  inquiryDesk: inquiryDeskRoutes,
  outsideReports: outsideReportRoutes,
  replyTemplates: replyTemplateRoutes,
  admin: adminRoutes,
  roster: rosterRoutes,
  invitations: invitationRoutes,
  rollOver: rollOverRoutes,
  signUps: signUpRoutes,
  moderation: moderationRoutes,
  objections: objectionRoutes,
  work: workRoutes,
  outgoing: outgoingRoutes,
  system: systemRoutes,
  integrity: integrityRoutes,
  backups: backupRoutes,
  backupFiles: backupFileRoutes,
  serviceKeys: serviceKeyRoutes,
  systemNotices: systemNoticeRoutes,
  site: siteRoutes,
} as const;

export type Routes = typeof routes;
