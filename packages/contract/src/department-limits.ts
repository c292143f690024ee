/** Limits of what belongs to a department: its lectures, their rooms and the reviews of them. */
export const DEPARTMENT_LIMITS = {
  gradeMax: 4,
  lectureTimesMax: 3,
  /** Latest hour at which a slot may end. */
  lectureHourMax: 23,
  /** Graphemes of the location and of a professor's name. */
  lectureRoomMax: 40,
  lectureProfessorMax: 40,
  creditMax: 12,
  termYearMin: 2000,
  termYearMax: 2100,
  /** Lines of an uploaded lecture file without its heading. */
  lectureFileLines: 500,
  /** Code units of an uploaded lecture file. */
  lectureFileMax: 150_000,
  entryCodeMin: 4,
  entryCodeMax: 20,
  /** Lectures created by one student in 24 hours. */
  lecturesPerDay: 5,
  /** For professors and staff. */
  staffLecturesPerDay: 200,
  /** Hours in which the creator may edit or delete a lecture. */
  lectureCreatorHours: 24,
  lecturePageSize: 200,
  /** Lectures in one member's timetable of one term. */
  marksPerTerm: 30,
  /** Private entries in one member's timetable of one term, and the slots of one. */
  entriesPerTerm: 30,
  entryTimesMax: 7,
  /** Graphemes of the name and the place of a private entry. */
  entryTextMax: 40,
  /** A course, or one of its terms, shows nothing of fewer reviews. */
  courseReviewsShown: 3,
  /** Graphemes of the text of a course review. */
  courseReviewMax: 1000,
  /** Times that a member writes or changes course reviews in a day. */
  courseReviewsPerDay: 20,
  /** Texts of course reviews in one response. */
  courseReviewPageSize: 10,
  /** Plans of one member for one term, graphemes of their names, and days in which a deleted one comes back. */
  plansPerTerm: 2,
  planNameMax: 20,
  planUndoDays: 1,
  /** Posts of a lecture board in one response. */
  lecturePostPageSize: 50,
  /** Members that a post recruits, days until its last one, roles wanted and graphemes of one. */
  teamPlacesMax: 20,
  teamDays: 180,
  teamRolesMax: 5,
  teamRoleMax: 20,
  /** Graphemes of an application, all of one post, and those of a member in 24 hours. */
  applicationMax: 500,
  applicationsPerTeam: 100,
  applicationsPerDay: 20,
  /** Days after the last one in which the author decides, and days until the text of a decided or ended one is erased. */
  teamDecideDays: 14,
  applicationDays: 30,
  /** Signatures from which on a petition is owed an answer. */
  petitionThresholdMin: 2,
  petitionThresholdMax: 10_000,
  /** Days that a petition may collect, and that its answer may take. */
  petitionDaysMax: 180,
  /** Graphemes of an answer. */
  petitionAnswerMax: 2000,
  petitionPageSize: 20,
  /** Resources to book, units of one, and graphemes of their names, places and notes. */
  bookingResources: 50,
  bookingUnits: 300,
  bookingNameMax: 40,
  bookingNoteMax: 500,
  /** Closures that are not over. */
  bookingClosures: 200,
  /** Slots in a row or days of one booking, days ahead, and days of a term. */
  bookingLengthMax: 60,
  bookingAheadDays: 180,
  bookingTermDays: 400,
  /** Bookings of one member that are not over. */
  bookingsOpen: 30,
} as const;
