/** Folders of features and entities whose shared parts come in one chunk with posts or lectures. */
const POSTS =
  /src[\\/](?:features|entities|pages)[\\/](?:posts|comments|reactions|report|attachments(?![\\/]file-preview)|boards|blinds|objections|inquiries|community|moderation|audit)[\\/]|src[\\/]ui[\\/](?:reason-dialog|edit-menu)\./;
const LECTURES = /src[\\/](?:features|entities|pages)[\\/](?:lectures|lecture-posts|study)[\\/]/;

/** What opens above a page: libraries and the parts of `ui/` upon them. */
const LAYERS =
  /node_modules[\\/](?:radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden|sonner)|src[\\/]ui[\\/](?:dialog|menu|popover|ask-dialog|tooltip-bubble|toaster|lock-dialog)\./;

/** Inputs of lists and comments, which nearly every page has, and the outbox of comments and chat. */
const INPUTS =
  /src[\\/]ui[\\/](?:field|text-input|select)\.|lib[\\/]hangul[\\/]use-composition|lib[\\/]outbox|contract[\\/]src[\\/](?:texts?|web-address|videos)\.|icons[\\/](?:eye-off|circle-exclamation-point)\./;

/** What posts and every form have: drafts. */
const TYPING =
  /src[\\/]lib[\\/](?:typed-draft|draft|use-on-hide|press|client-id|hangul[\\/]use-debounced-text)\./;

/** Inputs, icons and helpers of most pages, without schemas. */
const CONTROLS =
  /lucide-react|contract[\\/]src[\\/](?:texts|errors|limits|text|timetable|choices|roles|videos|brand-color)\.|web[\\/]src[\\/](?:ui[\\/](?!reason-dialog|edit-menu|submit-form|edit-conflict|console|dialog|menu|popover|ask-dialog|tooltip-bubble|toaster|lock-dialog|suggestion-box|marked-text)[^\\/]+$|lib[\\/](?!forms|use-stored-draft|use-on-hide|offline|outbox|service-worker|install)|entities[\\/](?:staff-keys|member[\\/]study-year|boards[\\/](?:new-on-boards|new-marks)|lecture-posts[\\/]refresh-rooms)\.)/;

/**
 * What the login and the account settings share of the second factor and of the sign-in provider: most
 * members never need it in advance.
 */
const SECOND_FACTOR =
  /contract[\\/]src[\\/](?:second-factor|passkeys|oidc)\.|src[\\/](?:entities[\\/](?:passkeys|provider)[\\/]|app[\\/]layout[\\/]second-factor-due|features[\\/]auth[\\/](?:provider-return|use-log-in|auth-frame)\.)/;
/** Of the contract and the icons, what the login needs. */
const SIGN_IN =
  /contract[\\/]src[\\/](?:auth|fields|files|folding|attachments|member-search|assignees|study-years|particles)\.|icons[\\/](?:key-round|university|shield-exclamation-point)\./;
const CONTRACT = /packages[\\/]contract[\\/]src[\\/](?!second-factor|passkeys|oidc)/;

/**
 * The chunks of the build, named for what they hold. A group takes its dependencies along, except
 * those of groups above it, so what others build upon comes first. Everything else, such as the code
 * of one page or the editor, gets a chunk of its own.
 */
export const chunkGroups = [
  // Changes rarely: it stays cached across releases.
  {
    name: 'react-tanstack',
    test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]|src[\\/]app[\\/]react-root\./,
    priority: 12,
  },
  // All that the dashboard needs, icons included.
  { name: 'start', tags: ['$initial' as const], priority: 11 },
  {
    name: 'live',
    test: /lib[\\/]live[\\/]connection\.|lib[\\/]pause\.|node_modules[\\/]eventsource-parser/,
    priority: 10,
  },
  { name: 'inputs', test: INPUTS, priority: 10 },
  { name: 'typing', test: TYPING, priority: 10 },
  {
    name: 'errors',
    test: /contract[\\/]src[\\/]errors(?:-not-found)?\.|src[\\/]ui[\\/](?:password-input|form-alert)\./,
    priority: 10,
  },
  { name: 'sign-in', test: SIGN_IN, priority: 10 },
  // On the dashboard of those whom a notice waits for, who need no other page's code for it.
  {
    name: 'must-read-list',
    test: /features[\\/]must-reads[\\/](?:must-read-list|due-text)\.|icons[\\/]book-open-check/,
    priority: 10,
  },
  // What wide screens show beside the posts, and phones only when they are asked to.
  {
    name: 'home-later',
    test: /features[\\/]cafeteria[\\/](?:todays-cafeteria|cafeteria-day-view)\.|features[\\/]banners[\\/]video-player\.|ui[\\/]tabs\.|icons[\\/](?:unlink|moon|calendar-x)\./,
    priority: 10,
  },
  // A page that is opened by its address waits for these two at most.
  { name: 'lists', test: /pages[\\/]community[\\/]board-page\./, priority: 9 },
  {
    name: 'posts',
    test: /pages[\\/]community[\\/]post-page\.|entities[\\/]comments[\\/]unsent-list\./,
    priority: 8,
  },
  { name: 'controls', test: CONTROLS, minShareCount: 2, priority: 7 },
  {
    name: 'forms',
    test: /node_modules[\\/](?:react-hook-form|@hookform|zod)[\\/]|src[\\/]lib[\\/](?:forms|use-stored-draft|use-on-hide)|src[\\/]ui[\\/](?:submit-form|edit-conflict)/,
    priority: 6,
  },
  { name: 'layers', test: LAYERS, priority: 5 },
  { name: 'contract', test: CONTRACT, minShareCount: 2, priority: 3 },
  { name: 'second-factor', test: SECOND_FACTOR, priority: 4 },
  // The question for the password or a code, which the account and the console ask.
  { name: 'prove', test: /features[\\/]account[\\/](?:code-dialog|use-prove)\./, priority: 2 },
  // Loaded when a button is pressed that needs it.
  { name: 'passkey-device', test: /node_modules[\\/]@simplewebauthn/, priority: 1 },
  { name: 'posting', test: POSTS, minShareCount: 3, priority: 2 },
  { name: 'lectures', test: LECTURES, minShareCount: 3, priority: 2 },
  {
    name: 'course-reviews',
    test: /features[\\/]lectures[\\/]reviews[\\/](?!course-stars|course-reviews\.queries|review-offer)|pages[\\/]study[\\/](?:course|my)-reviews-page\./,
    priority: 1,
  },
  // Few threads need it: no right to comment, or a comment that the server refused.
  {
    name: 'comment-exceptions',
    test: /entities[\\/]comments[\\/]refused-comment\./,
    priority: 1,
  },
  // What a post, its team and its chat share, before applications are shown.
  {
    name: 'teams',
    test: /features[\\/]teams[\\/]room-button\.|entities[\\/]teams[\\/]refresh-teams\.|community[\\/]team-way\./,
    priority: 1,
  },
  // What opens at a message or a room.
  {
    name: 'chat-dialogs',
    test: /features[\\/]chat[\\/](?:reaction-list|message-sheet|room-members|remove-message)\./,
    priority: 1,
  },
  // Forms of people without a login.
  {
    name: 'report',
    test: /pages[\\/](?:auth[\\/]objection-page|support[\\/]report-page)\./,
    priority: 1,
  },
  // The month, and apart from it what the console needs of it: files and forms are not for members.
  {
    name: 'academic-calendar',
    test: /src[\\/](?:features[\\/]academic-calendar[\\/](?!editor)|pages[\\/]calendar[\\/])/,
    priority: 2,
  },
  {
    name: 'content-editors',
    test: /features[\\/](?:academic-calendar[\\/]editor|cafeteria[\\/]editor|lectures[\\/]import)[\\/]/,
    priority: 1,
  },
  {
    name: 'dropzone',
    test: /node_modules[\\/](?:react-dropzone|file-selector|attr-accept)/,
    priority: 2,
  },
  { name: 'links', test: /node_modules[\\/]linkifyjs/, priority: 2 },
  { name: 'dragging', test: /node_modules[\\/]@dnd-kit/, priority: 2 },
  {
    name: 'documents',
    test: /src[\\/](?:pages[\\/]site[\\/]document-page|entities[\\/]documents[\\/]document-text)\./,
    priority: 1,
  },
  // What an ADMIN sets for the whole site.
  {
    name: 'site-settings',
    test: /src[\\/](?:features[\\/]settings[\\/]|pages[\\/]admin[\\/]settings-panel\.)/,
    priority: 1,
  },
  // Panels of the console about programs and the server, of which an administrator opens one or the other.
  {
    name: 'console-system',
    test: /src[\\/](?:features[\\/](?:system|integrity|backups|service-keys|sources)[\\/]|pages[\\/]admin[\\/]backups-panel\.)/,
    priority: 1,
  },
  {
    name: 'search',
    test: /src[\\/](?:(?:features|pages|entities)[\\/]search[\\/]|ui[\\/](?:suggestion-box|marked-text)\.)/,
    priority: 1,
  },
  // What `app/after-start.ts` loads after the page: panels and menus of the header, and what works
  // without a network.
  {
    name: 'after-start',
    test: /src[\\/]app[\\/](?:later|offline|layout[\\/](?:header-panels|menu-rows|mobile-menu|profile-panel|page-notices|app-notices))\.|src[\\/]ui[\\/]pull-refresh\.|cafeteria-sheet|summary-marks|features[\\/]push[\\/](?:push\.queries|push-start|this-device)|src[\\/]lib[\\/](?:offline|service-worker|install)/,
    priority: 1,
  },
];
