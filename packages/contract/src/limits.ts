/** Numbers of spec sections 5 and 9 and of the decisions that fill their holes. */
export const LIMITS = {
  usernameMin: 4,
  usernameMax: 20,
  /** Longest id accepted by the reset form. */
  resetIdMax: 255,
  passwordMin: 8,
  passwordMax: 128,
  emailMax: 254,
  nameMax: 30,
  nicknameMax: 10,
  introMax: 200,
  codeLength: 6,
  /** Seconds a verification code lives. */
  codeSeconds: 300,
  /** Seconds between two codes to one address. */
  codeResendSeconds: 60,
  titleMax: 100,
  /** Bytes of a post's HTML. */
  contentMaxBytes: 65_536,
  /** Deepest nesting of tags accepted before sanitising. */
  contentMaxDepth: 100,
  commentMax: 1000,
  /** Milliseconds between two comments of one member. */
  commentThrottleMs: 1000,
  /** Top-level comments, and replies of one, answered at once; more come by page. */
  commentPageSize: 500,
  postPageSize: 10,
  postPageSizeMax: 50,
  /** Last page a list answers; beyond it the page is empty. */
  pageMax: 100_000,
  queryMax: 100,
  summarySize: 6,
  summarySizeMax: 20,
  summaryTypesMax: 10,
  mineSize: 5,
  priceMax: 100_000_000,
  imagesPerPost: 20,
  /** Bytes of one picture in a post. */
  imageMaxBytes: 10_485_760,
  /** Bytes of a profile picture as it is sent, and the side of the stored square. */
  profileImageMaxBytes: 4_194_304,
  profileImagePixels: 512,
  imageMaxPixels: 40_000_000,
  /** Widest picture in a post, in CSS pixels. */
  imageDisplayWidth: 500,
  fontSizeMin: 1,
  fontSizeMax: 100,
  /** Graphemes of a chat message. */
  mailMax: 2000,
  mailPageSize: 20,
  /** Messages of one member in 10 seconds. */
  mailBurst: 20,
  /** Days until a refused friend request may be repeated. */
  friendRetryDays: 7,
  /** Open event streams of one member. */
  streamsPerMember: 10,
  /** Notices kept in the bell's list. */
  noticePageSize: 50,
  readAllMax: 500,
  /** Days back and ahead that have a menu. */
  menuDays: 14,
  /** Days back and ahead that staff may write menus for. */
  menuEditDays: 60,
  /** Days in one save of the editor. */
  menuSaveDays: 31,
  menuDishes: 20,
  dishMax: 40,
  /** Lines of a menu file, its heading not counted. */
  menuFileLines: 1000,
  /** Units of a menu file's text. */
  menuFileMax: 150_000,
  bannersNormal: 6,
  bannersMedia: 3,
  bannerTitleMax: 40,
  bannerContentMax: 100,
  /** Units of an address of another site. */
  linkMax: 500,
  quickLinks: 4,
  linkLabelMax: 20,
  footerAboutMax: 200,
  footerContactMax: 100,
  todayPageSize: 20,
  carouselSize: 12,
  reasonMax: 200,
  /** Graphemes of an inquiry, its answer and what is added to it. */
  inquiryMax: 2000,
  /** Inquiries of one member that wait for an answer. */
  inquiriesOpen: 5,
  inquiryPageSize: 10,
  userPageSize: 50,
  auditPageSize: 20,
  /** Longest suspension. */
  suspensionDays: 3650,
  /** Days that removed content is kept for staff. */
  removedDays: 30,
  /** Hours that the two ADMINs may look after an approved reveal. */
  revealHours: 24,
  popularDays: 14,
  popularSize: 100,
  gradeMax: 4,
  /** Slots of a lecture. */
  lectureTimesMax: 3,
  /** Last hour of the day that a slot may end at. */
  lectureHourMax: 23,
  /** Graphemes of the place and of a professor's name. */
  lectureRoomMax: 40,
  lectureProfessorMax: 40,
  creditMax: 12,
  termYearMin: 2000,
  termYearMax: 2100,
  /** Lectures of one member in 24 hours. */
  lecturesPerDay: 5,
  /** Hours in which the creator may change or remove a lecture. */
  lectureCreatorHours: 24,
  lecturePageSize: 200,
  /** Lectures that one member may have in the timetable of one term. */
  marksPerTerm: 30,
  /** Posts of a lecture board answered at once. */
  lecturePostPageSize: 50,
  /** Files of one post in the materials tab, and bytes of each. */
  attachmentsPerPost: 5,
  attachmentMaxBytes: 20_971_520,
} as const;
