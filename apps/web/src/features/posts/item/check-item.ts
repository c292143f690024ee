import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';

export type ItemInput = { title: string; price: string; description: string };
export type ItemProblem = { field: keyof ItemInput; message: string };

/** Won as a number; null when the text is no whole number from 0 to 100,000,000 (decisions 66). */
export function readPrice(text: string): number | null {
  const digits = text.replace(/[,\s원]/g, '');
  if (!/^\d{1,9}$/.test(digits)) return null;
  const price = Number(digits);
  return price <= LIMITS.priceMax ? price : null;
}

/** The first thing that keeps an item from being registered (spec 5), or null. */
export function findItemProblem(input: ItemInput): ItemProblem | null {
  const fields = ['title', 'price', 'description'] as const;
  const empty = fields.find((field) => input[field].trim() === '');
  if (empty !== undefined) return { field: empty, message: TEXTS.marketRequired };
  if (countGraphemes(input.title.trim()) > LIMITS.titleMax) {
    return { field: 'title', message: TEXTS.titleLength };
  }
  if (readPrice(input.price) === null) return { field: 'price', message: TEXTS.priceFormat };
  return null;
}
