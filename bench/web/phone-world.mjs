const STUDENT = '20250001';
const OTHER = '20250002';
const COUNCIL = 'council01';
/** The demo has five lectures of it that fit together. */
const YEAR = 2;
const TEXT = '처음부터 끝까지 읽을 내용입니다.';
/** A member writes one comment a second. */
const PAUSE_MS = 1_100;

const rest = (ms) => new Promise((done) => setTimeout(done, ms));

/** What the tasks need of a server with demo content, made by calls of its members. */
export function worldOf({ url, password }) {
  const mark = Date.now().toString(36);
  const newcomer = { username: `tap${mark}`, password: '푸른 바다 위 나룻배 7' };
  const accounts = { student: { username: STUDENT, password }, newcomer };

  async function request(method, path, { body, session } = {}) {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { authorization: `Bearer ${session.accessToken}` }),
    };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const found = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${found.message}`);
    return found;
  }

  const logIn = (account) => request('POST', '/api/member/login', { body: account });
  /** Logs in for each call: the sessions of the phones end older ones, of which a member has ten. */
  const as = (username) => async (method, path, body) =>
    request(method, path, { body, session: await logIn({ username, password }) });
  const [student, other, council] = [STUDENT, OTHER, COUNCIL].map(as);
  const post = (call, more) =>
    call('POST', '/api/post/post-up', { content: `<p>${TEXT}</p>`, imageUrls: null, ...more });
  const comment = async (call, postId, content) => {
    await rest(PAUSE_MS);
    await call('POST', `/api/post/${postId}/comments`, { content });
    return { words: content };
  };

  return {
    mark,
    newcomer,
    sessionOf: (name) => logIn(accounts[name]),
    async readCode(address) {
      for (;;) {
        const emails = await request('GET', '/api/dev/outbox');
        const found = emails.find(({ to }) => to.includes(address));
        const code = /\b(\d{6})\b/.exec(found?.text ?? '')?.[1];
        if (code) return code;
        await rest(50);
      }
    },
    /** Makes the newcomer a student of a year; returns a lecture beside those of the year. */
    async chooseYear() {
      const session = await logIn(newcomer);
      await request('PUT', '/api/member/study-year', { body: { studyYear: YEAR }, session });
      const { data } = await student('GET', '/api/lecture-room/list');
      const [{ year, semester }] = data;
      const now = data.filter((one) => one.year === year && one.semester === semester);
      const taken = now.filter(({ grade }) => grade === YEAR).flatMap(hoursOf);
      const isFree = (one) => !hoursOf(one).some((hour) => taken.includes(hour));
      const another = now.find(
        (one) => one.entryCode === null && one.grade !== YEAR && isFree(one),
      );
      return { another: another.title };
    },
    async postMustRead() {
      const title = `필독 ${mark}`;
      await post(council, { boardType: 'NOTICE_SC', title, mustRead: { dueOn: null } });
      return { title, text: TEXT };
    },
    async postOfOther() {
      const title = `광고 ${mark}`;
      await post(other, { boardType: 'FREE', title });
      return { title, text: TEXT };
    },
    async sellBook() {
      const book = `선형대수학 ${mark}`;
      await post(other, { boardType: 'MARKET', title: book, price: 12_000 });
      return { book };
    },
    async commentOnOwnPost() {
      const { id } = await post(student, { boardType: 'FREE', title: `답글 ${mark}` });
      return comment(other, id, `읽었습니다 ${mark}`);
    },
    async commentAsStudent() {
      const { id } = await post(other, { boardType: 'FREE', title: `댓글 ${mark}` });
      return comment(student, id, `지울 댓글 ${mark}`);
    },
  };
}

/** Each hour in which a lecture is held. */
const hoursOf = ({ schedules }) =>
  schedules.flatMap(({ dow, startTime, endTime }) =>
    Array.from(
      { length: Math.ceil(endTime) - Math.floor(startTime) },
      (_, n) => `${dow} ${Math.floor(startTime) + n}`,
    ),
  );
