import { foldText } from '@naru/contract/folding';
import { LIMITS } from '@naru/contract/limits';

/** Endings of Korean words that say nothing about the subject; the longest that fits is cut off. */
const ENDINGS = [
  ...['인가요', '하나요', '되나요', '할까요', '될까요', '나요', '까요', '에서는', '에서', '으로는'],
  ...[
    '으로',
    '에게',
    '까지',
    '부터',
    '이랑',
    '하고',
    '은',
    '는',
    '이',
    '가',
    '을',
    '를',
    '에',
    '의',
  ],
  ...['로', '와', '과', '도', '만'],
].sort((a, b) => b.length - a.length);

/** Words of nearly every question. */
const COMMON = new Set(
  (
    '질문 질문이 질문있습니다 있나요 있을까요 있습니다 없나요 어떻게 언제 어디 어디서 무엇 무슨 어떤 혹시 궁금 ' +
    '궁금합니다 궁금해요 알려주세요 부탁드립니다 문의 관련 관련해서 대해 대해서 하는 하면 해야 되는 있는 제가 그냥 ' +
    '아시는 분 계신가요 도와주세요 인가요 하나요 되나요 할까요 합니다 입니다 the and for how what'
  ).split(' '),
);

/** The most distinctive words of a title without their endings: the longest ones, folded, each once. */
export function distinctiveWords(title: string): string[] {
  const words = foldText(title)
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter((word) => !COMMON.has(word))
    .map(stemOf)
    .filter((word) => word.length > 1 && !COMMON.has(word));
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, LIMITS.similarWords);
}

function stemOf(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length > 1);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
