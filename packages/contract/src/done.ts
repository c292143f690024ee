/**
 * What is said when a call has succeeded, where the server answers it and the browser shows it at
 * once. Sentences of failures stand in `errors.ts`, those of fields in `texts.ts`.
 */
export const DONE = {
  lectureCreated: '강의를 만들었습니다.',
  lectureRemoved: '강의를 삭제했습니다.',
  lectureMarked: '시간표에 추가했습니다.',
  postRemoved: '게시글을 삭제했습니다.',
  commentRemoved: '댓글이 삭제되었습니다.',
  scrapped: '스크랩했습니다.',
  roleGranted: '권한 부여 완료',
  roleRevoked: '권한 회수 완료',
  answerSaved: '답변을 등록했습니다.',
  answerRemoved: '답변을 삭제했습니다.',
  bannersSaved: '배너를 저장했습니다.',
  bannerRemoved: '배너를 삭제했습니다.',
  favoriteAdded: '즐겨찾기에 추가했습니다.',
  blocked: '회원을 차단했습니다.',
  unblocked: '차단을 해제했습니다.',
  friendRequested: '친구 추가 요청이 전송되었습니다.',
  befriended: '친구가 되었습니다.',
  roomCreated: '채팅방이 생성되었습니다.',
  joined: '회원가입이 완료되었습니다. 로그인해 주세요.',
  emailChanged: '이메일이 변경되었습니다.',
  introSaved: '자기소개가 저장되었습니다.',
  pictureRemoved: '프로필 이미지가 삭제되었습니다!',
  otherSessionsEnded: '다른 모든 기기에서 로그아웃했습니다.',
} as const;
