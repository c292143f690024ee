const SENTENCES = 1_000;
const RARE_WORDS = 2_000;
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = 11_172;

/** The earlier ones are used more often. */
const NOUNS =
  '과제 시험 수업 질문 공지 교수님 조교님 학생회 도서관 기숙사 학식 동아리 졸업 취업 인턴 휴학 복학 장학금 등록금 수강신청 전공 교양 학점 팀플 발표 보고서 실험 실습 설계 논문 세미나 축제 체육대회 엠티 신입생 후배 선배 동기 강의실 열람실 식당 버스 셔틀 주차장 자전거 노트북 계산기 교재 필기 자격증 토익 면접 공모전 봉사 항해 등대 부두 갈매기 나침반 선박 엔진 조선소 해양 바다 날씨 운동 축구 농구 영화 음악 게임 카페 점심 저녁 야식 알바 자취방 룸메이트 고양이 여행 방학 계절학기 군대 예비군 투표 설문 분실물 우산 지갑'.split(
    ' ',
  );
const ENDINGS =
  '어떻게 하나요,같이 하실 분 구합니다,후기 남깁니다,추천해 주세요,궁금합니다,정보 공유합니다,언제까지인가요,찾습니다,정리했습니다,조심하세요,너무 어렵네요,생각보다 좋았어요,아시는 분 있나요,신청하세요,바뀌었습니다,어디서 하나요,걱정되네요,축하합니다,감사합니다,도와주세요'.split(
    ',',
  );

/** Korean sentences; `draw` returns numbers from 0 to 1. */
export function makeSentences(draw) {
  const pick = (words, share) => words[Math.floor(share * words.length)];
  return Array.from(
    { length: SENTENCES },
    () => `${pick(NOUNS, draw() ** 2)} ${pick(NOUNS, draw() ** 2)} ${pick(ENDINGS, draw())}`,
  );
}

/** Names of two syllables, of which a text has one now and then; `draw` returns numbers from 0 to 1. */
export function makeRareWords(draw) {
  const syllable = () => String.fromCharCode(FIRST_SYLLABLE + Math.floor(draw() * SYLLABLES));
  return Array.from({ length: RARE_WORDS }, () => syllable() + syllable());
}

/** The first two syllables of a word that many texts have. */
export function frequentPair(sentences, draw) {
  const sentence = sentences[Math.floor(draw() * sentences.length)];
  const words = sentence.split(' ').filter((word) => word.length > 1);
  return words[Math.floor(draw() * words.length)].slice(0, 2);
}

/** Returns a function that draws numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seededDraws(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
