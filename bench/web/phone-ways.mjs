/**
 * Fifteen tasks of a phone, and the way that each takes from the page `from` of the member `as`. `most` is what
 * it took in the version in which they were first counted. The steps get what `prepare` has made. The first
 * `see` is what the person wants to read or to fill in, the last step what shows that the task is done.
 */

const tap = (role, name, below) => ({ kind: 'tap', role, name, below });
const type = (role, name, text, key) => ({ kind: 'type', role, name, text, key });
const choose = (role, name, file, below) => ({ kind: 'choose', role, name, file, below });
const see = (role, name, below) => ({ kind: 'see', role, name, below });
const gone = (role, name, below) => ({ kind: 'gone', role, name, below });
/** What the person does not press, such as reading a code in an e-mail. */
const meanwhile = (work) => ({ kind: 'do', work });

const BOARDS = tap('button', '게시판, 전체 메뉴 열기');
const OWN_MENU = tap('button', /^나, 내 메뉴/);
const dialog = (name) => ({ role: 'dialog', name });
const MAIN = { role: 'main' };
/** A name that a text is only a part of. */
const including = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const arrive = (path) => meanwhile((page) => page.waitForURL(path));

/** The smallest picture: a pixel. */
const PICTURE = {
  name: 'pixel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export const TASKS = [
  {
    name: 'sign up',
    most: 11,
    from: '/login',
    prepare: ({ mark }) => ({ email: `demo.tap${mark}@g.kmou.ac.kr` }),
    steps: ({ mark, newcomer, email, readCode }) => [
      tap('link', '회원가입'),
      gone('button', '로그인'),
      see('textbox', '학번(교번)'),
      type('textbox', '학번(교번)', newcomer.username),
      type('textbox', '이름', '한바다'),
      type('textbox', '닉네임', `탭${mark.slice(-6)}`),
      type('textbox', '이메일', email),
      type('label', /^비밀번호\*?$/, newcomer.password),
      tap('checkbox', '전체 동의'),
      tap('button', '인증 이메일 받기'),
      type('textbox', '인증 코드', () => readCode(email)),
      arrive(/main$/),
    ],
  },
  {
    name: 'add six lectures',
    most: 8,
    from: '/main',
    as: 'newcomer',
    prepare: ({ chooseYear }) => chooseYear(),
    steps: ({ another }) => [
      tap('link', '시간표'),
      see('button', / 추가$/, { role: 'list', name: '강의 목록' }),
      tap('button', /학년 강의 5개 모두 추가$/),
      see('text', '강의 5개를 시간표에 추가했습니다.'),
      tap('button', `${another} 추가`),
      see('button', `${another} 추가됨`),
    ],
  },
  {
    name: "read today's menu",
    most: 1,
    from: '/main',
    as: 'student',
    steps: () => [tap('link', /^식단/, MAIN), see('listitem', undefined, dialog('오늘의 식단'))],
  },
  {
    name: 'confirm a must-read notice',
    most: 2,
    from: '/main',
    as: 'student',
    prepare: ({ postMustRead }) => postMustRead(),
    steps: ({ title, text }) => [
      tap('link', including(title), MAIN),
      see('text', text),
      tap('button', '읽었습니다'),
      gone('button', '읽었습니다'),
    ],
  },
  {
    name: 'post anonymously with a photo',
    most: 6,
    from: '/main',
    as: 'student',
    steps: ({ mark }) => [
      BOARDS,
      tap('link', '비밀게시판에 글쓰기'),
      see('textbox', '제목'),
      type('textbox', '제목', `밤바다 ${mark}`, 'Enter'),
      type('textbox', '내용', '오늘 찍었습니다'),
      choose('button', '사진', PICTURE, MAIN),
      meanwhile(untilUploaded),
      tap('button', '등록', MAIN),
      see('link', including(`밤바다 ${mark}`)),
    ],
  },
  {
    name: 'reply to a comment',
    most: 4,
    from: '/main',
    as: 'student',
    prepare: ({ commentOnOwnPost }) => commentOnOwnPost(),
    steps: ({ words, mark }) => [
      tap('button', /^알림/),
      tap('button', including(words), dialog('알림')),
      see('text', words),
      tap('button', /답글 쓰기/),
      type('textbox', /답글/, `고맙습니다 ${mark}`),
      tap('button', '등록', { role: 'list', name: '댓글 목록' }),
      see('text', `고맙습니다 ${mark}`),
    ],
  },
  {
    name: 'write to a friend',
    most: 4,
    from: '/main',
    as: 'student',
    steps: ({ mark }) => [
      tap('link', /^채팅/),
      tap('link', /텐서/, MAIN),
      see('textbox', '메시지 입력'),
      type('textbox', '메시지 입력', `이따 봐 ${mark}`),
      tap('button', '보내기'),
      see('text', `이따 봐 ${mark}`),
    ],
  },
  {
    name: 'ask the seller of a book',
    most: 6,
    from: '/main',
    as: 'student',
    prepare: ({ sellBook }) => sellBook(),
    steps: ({ book, mark }) => [
      BOARDS,
      tap('link', /^책방/, dialog('메뉴')),
      tap('link', including(book), MAIN),
      see('text', '12,000원'),
      tap('button', '판매자에게 문의'),
      type('textbox', '메시지 입력', `사고 싶습니다 ${mark}`),
      tap('button', '보내기'),
      see('text', `사고 싶습니다 ${mark}`),
    ],
  },
  {
    name: 'ask a question',
    most: 4,
    from: '/main',
    as: 'student',
    steps: ({ mark }) => [
      BOARDS,
      tap('link', '질문게시판에 글쓰기'),
      see('textbox', '제목'),
      type('textbox', '제목', `역전파 ${mark}`, 'Enter'),
      type('textbox', '내용', '기울기가 0이 됩니다'),
      tap('button', '등록', MAIN),
      see('link', including(`역전파 ${mark}`)),
    ],
  },
  {
    name: 'search',
    most: 2,
    from: '/main',
    as: 'student',
    steps: () => [
      tap('button', '통합 검색'),
      type('searchbox', '글, 강의, 사람 검색', '해무', 'Enter'),
      see('link', /해무/, MAIN),
    ],
  },
  {
    name: 'report a post',
    most: 6,
    from: '/main',
    as: 'student',
    prepare: ({ postOfOther }) => postOfOther(),
    steps: ({ title, text }) => [
      tap('tab', '자유', MAIN),
      tap('link', including(title), MAIN),
      see('text', text),
      tap('button', '신고', MAIN),
      tap('radio', '광고·도배'),
      tap('button', '신고', dialog('게시글 신고')),
      gone('dialog', '게시글 신고'),
    ],
  },
  {
    name: 'change the introduction',
    most: 7,
    from: '/main',
    as: 'student',
    steps: ({ mark }) => [
      OWN_MENU,
      tap('link', '프로필 수정'),
      see('textbox', '자기소개'),
      type('textbox', '자기소개', ` ${mark}`),
      tap('button', '저장', MAIN),
      see('text', '자기소개가 저장되었습니다.'),
    ],
  },
  {
    name: 'install the app',
    most: 2,
    from: '/main',
    as: 'student',
    steps: () => [
      meanwhile((page) => page.evaluate(offerInstall)),
      OWN_MENU,
      see('button', '앱으로 설치'),
      tap('button', '앱으로 설치'),
      meanwhile((page) => page.waitForFunction(() => window.isAsked === true)),
    ],
  },
  {
    name: 'choose the dark theme',
    most: 2,
    from: '/main',
    as: 'student',
    steps: () => [
      OWN_MENU,
      see('text', '어둡게'),
      tap('text', '어둡게'),
      meanwhile((page) =>
        page.waitForFunction(() => document.documentElement.dataset.theme === 'dark'),
      ),
    ],
  },
  {
    name: 'delete an own comment',
    most: 6,
    from: '/main',
    as: 'student',
    prepare: ({ commentAsStudent }) => commentAsStudent(),
    steps: ({ words }) => [
      OWN_MENU,
      tap('link', '마이페이지'),
      see('text', words),
      tap('button', including(`‘${words}’ 댓글 삭제`)),
      gone('text', words),
    ],
  },
];

/** The offer to install that a browser makes on its own; its question is not the site's. */
function offerInstall() {
  window.naruInstall = {
    prompt: async () => {
      window.isAsked = true;
      return { outcome: 'accepted' };
    },
  };
  dispatchEvent(new Event('naru-install'));
}

/** Whose picture in the text has come back from the server. */
const untilUploaded = (page) =>
  page.getByRole('textbox', { name: '내용' }).locator('img[src^="/"]').waitFor();
