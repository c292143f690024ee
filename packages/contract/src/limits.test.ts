import { expect, it } from 'vitest';
import { LIMITS } from './limits.ts';

/** As requirements, guide and pages state them: whoever changes one looks for its number there. */
const DOCUMENTED = `
  usernameMin 4, usernameMax 20, resetIdMax 255, passwordMin 8, passwordMax 128, emailMax 254,
  nameMax 30, nicknameMax 10, introMax 200, codeLength 6, codeSeconds 300, codeResendSeconds 60,
  titleMax 100, contentMaxBytes 65536, contentMaxDepth 100, tableCellsMax 5000, cellSpanMax 100,
  commentMax 1000, mentionsMax 5, pictureAltMax 100, commentThrottleMs 1000, commentPageSize 100,
  pageBytes 261000, responseBytes 262144, inquiryListedMax 1000, postPageSize 10, postPageSizeMax 50, pageMax 100000, queryMax 100,
  pinsPerBoard 5, pinDays 365, summarySize 6, summarySizeMax 20, linkCardsMax 20,
  summaryTypesMax 10, mineSize 5, priceMax 100000000, imagesPerPost 20, imageMaxBytes 10485760,
  profileImageMaxBytes 4194304, profileImagePixels 512, imageMaxPixels 40000000,
  imageMaxSide 30000, imageSentShortSide 1920, imageMaxFrames 100, fontSizeMin 1,
  fontSizeMax 100, chatMessageMax 2000, mailPageSize 20, mailPageSizeMax 200,
  chatMessageBurst 20, itemRoomsPerDay 10, itemRoomQuietDays 7, itemPictures 8, recallMinutes 5,
  chatSearchHits 30, chatSearchMessages 5000, reportContext 5, friendRetryDays 7,
  streamsPerMember 10, notificationPageSize 50, readAllMax 500, aliasBlocks 100, followedPosts 500, alertWords 20,
  alertWordMin 2, alertWordMax 20, cafeteriaDaysShown 14, cafeteriaEditDays 60,
  cafeteriaSaveDays 31, menuDishes 20, dishMax 40, mealFileLines 1000, mealFileMax 150000,
  academicTitleMax 100, academicNoteMax 300, academicDays 400, academicDatesShown 1000,
  academicDatesNext 4, academicFileDates 2000, academicChangesShown 200, academicFileMax 500000,
  bannersNormal 6, bannersMedia 3, bannerTitleMax 40, bannerContentMax 100,
  videoMaxBytes 52428800, videoMaxSeconds 180, captionsMax 20000, linkMax 500, quickLinks 4,
  footerLinks 6, linkLabelMax 20, heads 10, headsKept 50, headMax 10, footerAboutMax 200,
  footerContactMax 100, todayPageSize 20, carouselSize 12, reasonMax 200, inquiryMax 2000,
  inquiriesOpen 5, inquiryPageSize 10, outsidePlaceMax 500, outsideReportsPerEmail 10, outsideReportDays 365, userPageSize 50, auditPageSize 20, blindAfter 5,
  blindAfterMin 2, blindAfterMax 50, suspensionDays 3650, removedDays 30, objectionLinkDays 30,
  revealHours 24, revealWaitDays 7, revealLinkDays 30, revealNoticeDays 30, popularDays 14,
  popularSize 100, studyYears 4, scheduledPerBoard 50, scheduleDays 365, pollOptionsMin 2,
  pollOptionsMax 10, pollOptionMax 60, pollDays 365, pollVotersPageSize 50, noticeDays 730,
  mustReadDays 180, mustReadsShown 3, mustReadPageSize 50, gradeMax 4, lectureTimesMax 3,
  lectureHourMax 23, lectureRoomMax 40, lectureProfessorMax 40, creditMax 12, termYearMin 2000,
  termYearMax 2100, lectureFileLines 500, lectureFileMax 150000, searchHits 1000,
  searchFound 200, searchPageSize 10, searchNames 5, similarQuestions 5, similarWords 4,
  recentSearches 8, newPostsMax 99, newPostDays 7, postsAround 4, entryCodeMin 4,
  entryCodeMax 20, lecturesPerDay 5, staffLecturesPerDay 200, lectureCreatorHours 24,
  lecturePageSize 200, marksPerTerm 30, entriesPerTerm 30, entryTimesMax 7, entryTextMax 40,
  courseReviewsShown 3, courseReviewMax 1000, courseReviewsPerDay 20, courseReviewPageSize 10,
  plansPerTerm 2, planNameMax 20, planUndoDays 1, lecturePostPageSize 50, petitionThresholdMin 2,
  petitionThresholdMax 10000, petitionDaysMax 180, petitionAnswerMax 2000, petitionPageSize 20,
  bookingResources 50, bookingUnits 300, bookingClosures 200,
  bookingNameMax 40, bookingNoteMax 500, bookingLengthMax 60, bookingAheadDays 180, bookingTermDays 400, bookingsOpen 30, rosterFileLines 5000,
  rosterFileMax 500000, rosterPageSize 50, rosterChangesShown 200, fileErrorsShown 500,
  invitationDays 14, rosterDays 365, waitingDays 60, emailLogDays 30,
  roleEndDays 1095, draftsMax 20, draftDays 30, draftChoicesMax 2000, draftExcerptMax 120,
  sources 100, sourceFaults 50, dryRunSeconds 10, dryRuns 20, previewSize 20, sourceFailures 3,
  attachmentsMax 5, serviceKeys 20, commentUndoMinutes 10, lectureChatMembers 300, rejoinMinutes 10,
  teamPlacesMax 20, teamDays 180, teamRolesMax 5, teamRoleMax 20, applicationMax 500,
  applicationsPerTeam 100, applicationsPerDay 20, teamDecideDays 14, applicationDays 30
`;

it('limits are those that are documented', () => {
  const documented = DOCUMENTED.split(',').map((pair) => pair.trim().split(' '));
  const values = Object.fromEntries(documented.map(([name, value]) => [name, Number(value)]));
  expect({ ...LIMITS }).toEqual(values);
});
