import type { Cafeteria } from '../../../domain/cafeteria/day-parts.ts';
import type { SourceOf } from './content.ts';

/** Categories by the headings of pages. */
export type Meals = Readonly<Record<string, string>>;

/** The headings that pages usually have. */
export const USUAL_MEALS: Record<Cafeteria, Meals> = {
  staff: {
    ...{ 조식: 'BREAKFAST', 아침: 'BREAKFAST', breakfast: 'BREAKFAST' },
    ...{ 중식: 'LUNCH', 점심: 'LUNCH', lunch: 'LUNCH' },
    ...{ 석식: 'DINNER', 저녁: 'DINNER', dinner: 'DINNER' },
  },
  student: {
    ...{ 정식: 'SET_MENU', 백반: 'SET_MENU', 한식: 'SET_MENU', 일반식: 'SET_MENU' },
    ...{ 양식: 'WESTERN', 일품: 'WESTERN', 돈까스: 'WESTERN' },
    ...{ 분식: 'SNACK', 스낵: 'SNACK', 라면: 'RAMEN' },
  },
};
/** Rows that say something about the dishes. */
const BESIDE_DISHES =
  /^(?:가격|금액|단가|식대|원산지|열량|칼로리|알레르기|알러지|영양|비고|구분|요일|날짜|일자|시간|운영시간|이용시간|배식시간|식수|kcal|참고|안내|※)/i;
const TIME = /\(?\s*\d{1,2}:\d{2}\s*[~\-–]\s*\d{1,2}:\d{2}\s*\)?/g;
const HEADING_MAX = 30;

/** The headings of the configuration, else those that pages usually have. */
export function mealsOf({ meals, cafeteria }: SourceOf<'menu-table'>): Meals {
  return meals ?? USUAL_MEALS[cafeteria];
}

const plain = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();

/** The category whose heading is in the text, the longest heading first. */
export function categoryOf(label: string, meals: Meals): string | null {
  const text = plain(label);
  const [found] = Object.entries(meals)
    .filter(([heading]) => text.includes(plain(heading)))
    .toSorted(([one], [other]) => other.length - one.length);
  return found?.[1] ?? null;
}

/** The category of a text that is its heading and little else: `[중식]`, `중식(11:30~13:30)`. */
export function headingOf(text: string, meals: Meals): string | null {
  if (text.length > HEADING_MAX) return null;
  const bare = plain(text.replaceAll(TIME, ' ')).replaceAll(/[[\]()<>【】:：*·\-■●◆▶]/g, '');
  const found = Object.entries(meals).find(([heading]) =>
    [plain(heading), `${plain(heading)}메뉴`, `${plain(heading)}코너`].includes(bare),
  );
  return found?.[1] ?? null;
}

/** The category to which a line between dishes leads. A name such as 라면 must stand in brackets. */
export function switchOf(
  line: string,
  { meals, cafeteria }: { meals: Meals; cafeteria: Cafeteria },
): string | null {
  const isMarked = /^[[(<【■●◆▶*]/.test(line);
  return isMarked || cafeteria === 'staff' ? headingOf(line, meals) : null;
}

/** Whether a row is about price, origin or time. */
export function isBesideDishes(label: string): boolean {
  return BESIDE_DISHES.test(plain(label));
}
