/** Calls whose responses depend on the viewer only. */
export const VIEWER_ONLY_CALLS: readonly RegExp[] = [
  /^POST \/api\/(api\/)?auth\//,
  /^(POST|PUT|DELETE) \/api\/member\//,
  /^POST \/api\/suspension\//,
  // Nobody learns from its response whether the content exists.
  /^POST \/api\/report$/,
  // Notices, the academic calendar and the own timetable.
  /^GET \/feeds\//,
  /^GET \/api\/member\/(feeds|sessions|notice-choices|work-emails|digest|second-factor|passkeys|identities)$/,
  /^(GET|PUT|DELETE) \/api\/push/,
  /^(GET|POST) \/api\/digest\/stop/,
  // Their places have no anonymous boards.
  /^GET \/api\/member\/drafts/,
  // Compared in features/account: it shows anonymous content to its author.
  /^GET \/api\/member\/export$/,
  /^(POST|DELETE) \/api\/(post|board)\/favorites$/,
  /^PUT \/api\/board\/visit$/,
  /^PUT \/api\/(board|post\/:id)\/follow$/,
  /^POST \/api\/post\/(lecture-)?post-up$/,
  /^GET \/api\/attachments\/presign$/,
  /^(GET|PUT) \/files\/attachment/,
  /^PUT \/files\/upload\/:token$/,
  /^GET \/api\/banners\/video-presign$/,
  /^(GET|PUT) \/files\/video/,
  /^POST \/api\/csp-report$/,
  /^(POST|DELETE) \/api\/friend\//,
  /^(POST|PUT|DELETE) \/api\/lecture-room(\/marks?|\/:lectureId(\/seen)?)?$/,
  // The own timetable, what the viewer took, and when friends are busy.
  /^\w+ \/api\/timetable\//,
  /^GET \/api\/course-reviews\/mine$/,
  /^(POST|PUT|DELETE) \/api\/mail\//,
  // Private messages, and their pictures at signed addresses.
  /^GET \/api\/mail\/(search\/:roomId|picture-presign|reactions\/.*|members\/:roomId|lecture\/:lectureId)$/,
  /^PUT \/files\/chat-upload\/:token$/,
  /^GET \/files\/chat\/:name$/,
  // Market items are never anonymous.
  /^POST \/api\/post\/:id\/bump$/,
  /^POST \/api\/notice\//,
  /^POST \/api\/inquiry\/:id\//,
  /^(POST|DELETE) \/api\/admin\/(grant-role|revoke-role|members)/,
  /^POST \/api\/admin\/(removed|reports)\//,
  // Who is on the staff, whatever they wrote.
  /^GET \/api\/admin\/assignees$/,
  // Texts that staff share, about nobody.
  /^\w+ \/api\/admin\/reply-templates/,
  // Writes what GET /api/admin/search-users finds and adds an entry to the audit log.
  /^GET \/api\/admin\/members\/export$/,
  // Writes the entries of GET /api/admin/audit and adds one about itself.
  /^GET \/api\/admin\/audit\/export$/,
  // Reveals the author to two ADMINs: compared in features/moderation.
  /^POST \/api\/admin\/reveals\/:id\/approve$/,
  /^(POST|DELETE) \/api\/banners/,
  /^(POST|PUT) \/api\/admin\/(menus|notices|lectures)/,
  /^(POST|PUT|DELETE) \/api\/admin\/academic-dates/,
  /^\w+ \/api\/admin\/(scheduled-notices|notice-reach)/,
  // What staff decide, about petitions with the name of their author.
  /^POST \/api\/petitions/,
  /^GET \/api\/petitions\/(rules|similar)$/,
  // Posts with names; what members apply with is for their authors alone (features/teams).
  /^\w+ \/api\/team\//,
  // Rooms and lockers, which have no content.
  /^\w+ \/api\/(admin\/)?bookings/,
  // Notices only, which have names.
  /^\w+ \/api\/(member\/must-reads$|post\/:id\/must-read)/,
  /^(GET|PUT) \/api\/member\/(study-year|first-visit)$/,
  /^PUT \/api\/admin\/settings$/,
  // Lists of members, a line of staff and the switch of the whole site.
  /^(POST|PUT|DELETE) \/api\/admin\/(member-lists|site-notice|read-only)/,
  // About people before and outside their content.
  /^\w+ \/api\/admin\/(roster|roll-over|role-ends|sign-ups)/,
  /^POST \/api\/invitation/,
  // About programs and their notices, which have no author.
  /^\w+ \/api\/(admin\/service-keys|system\/notices)/,
  /^POST \/api\/admin\/(work|outgoing)\//,
  /^POST \/api\/admin\/integrity\//,
  // All there is, for who may have it: no page shows what is in an archive.
  /^\w+ \/(api\/admin\/backups(\/|$)|files\/backup\/)/,
  /^(GET|PUT) \/api\/admin\/identity$/,
  // Pages of others, and how reading them goes.
  /^\w+ \/api\/admin\/sources/,
  /^GET \/api\/documents\/:document$/,
  /^POST \/api\/admin\/documents\/:document$/,
  /^DELETE \/api\/admin\/documents\/:document\/upcoming$/,
  /^GET \/api\/member\/consents$/,
  // Compared in features/notifications and features/events, which ignore notification ids.
  /^GET \/api\/member\/my-notices$/,
  /^GET \/api\/events$/,
];
