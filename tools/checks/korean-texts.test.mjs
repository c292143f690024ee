import { expect, it } from 'vitest';
import { ERRORS } from '../../packages/contract/src/errors.ts';
import { filesWithTexts, textsOf } from './interface-texts.mjs';

/** What one thing is called, and how a sentence is put; see docs/glossary.md. */
const FORBIDDEN = [
  [/(?<!이)메일/, '이메일; 채팅 and 메시지 for conversations'],
  [/시겠습니까/, '…할까요?'],
  [/이미지|그림/, '사진'],
  [/학번 또는 교번|학번·교번/, '학번(교번)'],
  [/(?<!영상 )아이디/, '학번(교번)'],
  [/쪽지/, '메시지'],
  [/시연/, '체험용'],
  [/[가-힣]주세요(?<! 주세요)/, '… 주세요 with a space'],
  [/있어요|없어요|괜찮아요|네요|해요[.?!]?$/, '합쇼체'],
  [/새로고침|바로가기|미리보기|붙여넣/, '새로 고침, 바로 가기, 미리 보기, 붙여 넣기'],
  [/(?<!(배달|복원)) 실패$|에 실패했습니다|^실패$/, '…하지 못했습니다. 다시 시도해 주세요.'],
  [/오류가 발생/, '…하지 못했습니다. 다시 시도해 주세요.'],
  [/불러올 수 없/, '불러오지 못했습니다.'],
  [/내 정보|고객 지원/, '계정 설정, 문의하기'],
  [/(?<!=)"…"|'…'|'[^'\n]*[가-힣]\??'/, '‘…’ around names'],
  [/가능합니다|존재하(지|는)|해당 /, 'plain words: 할 수 있습니다, 있는, 그'],
  [
    /단추|휴대폰|업로드|다운로드|저절로|이곳|다시 설정/,
    '버튼, 휴대전화, 올리기, 자동으로, 여기, 재설정',
  ],
  [
    /강의평(?! ?가)|시간표에 담|거두(?!어)|거둘|로그인 제공자|끝나는 날|마지막 날/,
    'the word of the glossary',
  ],
  [/찾은 (것|메시지|회원|글|강의)|찾는 중/, '검색'],
  [/고치기|고쳤(?!습니다\.$)|지우기 /, '수정, 삭제'],
  [/([^.?!]{4,}[.?!])\s*\1/, 'each sentence once'],
];
/** Texts that the specification quotes, and words that are read from files and pages of others. */
const QUOTED = [
  /^비밀번호를 입력해주세요\.$|^올바른 이메일 형식을 입력해주세요\.$|^닉네임을 입력해주세요\.$/,
  /^자기소개는 …자 이내로 입력해주세요\.$|^인증 코드를 입력해주세요\.$|^제목과 내용을 모두 입력해주세요\.$/,
  /^(등록|수정) 실패\. 다시 시도해주세요\.$|^(댓글|답글) 등록 실패$|^검색 실패$|^강의 생성 실패$/,
  /^권한 (부여|회수) 실패$|^데이터 로딩 실패$|^이미지 업로드 실패$|^채팅방 생성에 실패했습니다\.$/,
  /^서버 오류가 발생했습니다\.( 다시 시도해주세요\.| \(…\))?$|^친구 요청 중 오류가 발생했습니다\.$/,
  /^(사용자|강의) 정보를 불러올 수 없습니다\.$|^게시글을 불러오는데 실패했습니다\.$/,
  /^이미지 크기는 4MB 이하만 가능합니다\.$|^프로필 이미지(가|( 저장에 실패했습니다\.)).*$|^프로필 이미지 저장에/,
  /^이미 같은 채팅방이 존재합니다\.$|^정말 이 친구를 삭제하시겠습니까\?$/,
];
/**
 * Words that are read from files, pages and searches, statements, documents whose changes are announced, and texts of
 * notifications, which are stored and changed by their quotation marks.
 */
const NOT_READ =
  /\/reading\/|dishes\.ts|similar-words|(mentions|nicknames)\.ts$|\.repo\.ts$|db\/schema|roster\.file|in-order\.ts|console-panels|documents\.defaults|notifications\/texts/;

const texts = filesWithTexts()
  .filter((path) => !NOT_READ.test(path))
  .flatMap(textsOf);

it('each thing has one Korean word, and sentences follow one form [UI-99]', () => {
  expect(texts.length).toBeGreaterThan(4000);
  const found = texts
    .filter(({ text }) => !QUOTED.some((quoted) => quoted.test(text)))
    .flatMap(({ path, line, text }) =>
      FORBIDDEN.filter(([word]) => word.test(text)).map(
        ([word, instead]) => `${path}:${line} ‘${word.exec(text)[0]}’ in ‘${text}’ -> ${instead}`,
      ),
    );
  expect(found).toEqual([]);
});

/** What to do, what is still possible, or what happens by itself. */
const NEXT_STEP = /주세요|수 있습니다|알려 드립니다|결과가 보입니다/;
/** Texts that the specification quotes, and those of which the screen itself has the way out. */
const COMPLETE = [
  'LOGIN_FAILED',
  'PASSWORD_INCORRECT',
  'PERMISSION_DENIED',
  'WRITE_DENIED',
  'COMMENT_DENIED',
  'ACCOUNT_SUSPENDED',
  'POST_NOT_FOUND',
  'EMAIL_UNCHANGED',
  'REVEAL_NO_APPROVER',
  'FRIEND_EXISTS',
  'ROOM_EXISTS',
  'LECTURE_OVERLAP',
  'LECTURE_MARKED',
];

it('an error of the catalogue says what to do next [UI-645]', () => {
  const silent = Object.entries(ERRORS)
    .filter(([code, { message }]) => !NEXT_STEP.test(message) && !COMPLETE.includes(code))
    .map(([code, { message }]) => `${code}: ${message}`);
  expect(silent).toEqual([]);
});

/** Texts longer than 80 characters; lower it when one is shortened. */
const LONG_TEXTS = 33;

it('no more texts of screens than now are longer than 80 characters [UI-99]', () => {
  const long = texts.filter(
    ({ path, text }) => !/server\/src\/(cli|config)/.test(path) && text.length > 80,
  );
  expect(new Set(long.map(({ text }) => text)).size).toBeLessThanOrEqual(LONG_TEXTS);
});
