import * as z from 'zod/mini';
import { isReadableColor, readHex } from './brand-color.ts';
import { optionalText, textField } from './fields.ts';
import { fileAddress, fileFields } from './own-files.ts';

/** How an installation shows itself; an ADMIN sets it. */
export const siteIdentitySchema = z.object({
  siteName: z.string(),
  /** For home screens and narrow headers; may be empty: the whole name. */
  shortName: z.string(),
  /** May be empty. */
  universityName: z.string(),
  departmentName: z.string(),
  /** Whom members may turn to, such as 학과사무실. */
  officeName: z.string(),
  /** `#rrggbb`; empty: the colour of the product. */
  color: z.string(),
  /** URL of an uploaded picture; empty: the flag of the product. */
  logoUrl: fileAddress,
});
export type SiteIdentity = z.output<typeof siteIdentitySchema>;

const NAME_MAX = 20;
const SHORT_NAME_MAX = 8;
const LONG_NAME_MAX = 40;

const noMarkup = z.regex(/^[^\p{Cc}<>"]*$/u, '줄바꿈과 < > " 기호는 쓸 수 없습니다.');
const nameOf = (label: string, max: number) =>
  textField(max, `${label} 입력해 주세요.`, `${label} ${max}자 이하로 입력해 주세요.`).check(
    noMarkup,
  );

const colorField = z.pipe(
  z.string().check(
    z.maxLength(20, '색상은 #0b5bd3처럼 입력해 주세요.'),
    z.refine((value) => value.trim() === '' || readHex(value) !== null, {
      error: '색상은 #0b5bd3처럼 입력해 주세요.',
      abort: true,
    }),
    z.refine((value) => value.trim() === '' || isReadableColor(value), {
      error: '밝은 색이라 흰 글자와 흰 바탕에서 읽히지 않습니다. 더 진한 색을 골라 주세요.',
    }),
  ),
  z.transform((value: string) => readHex(value) ?? ''),
);

export const siteIdentityBody = z.object({
  siteName: nameOf('사이트 이름을', NAME_MAX),
  shortName: optionalText(
    SHORT_NAME_MAX,
    `짧은 이름을 ${SHORT_NAME_MAX}자 이하로 입력해 주세요.`,
  ).check(noMarkup),
  universityName: optionalText(
    LONG_NAME_MAX,
    `대학교 이름을 ${LONG_NAME_MAX}자 이하로 입력해 주세요.`,
  ).check(noMarkup),
  departmentName: nameOf('학과 이름을', LONG_NAME_MAX),
  officeName: nameOf('담당 부서를', LONG_NAME_MAX),
  color: colorField,
  logoUrl: z
    .string()
    .check(z.regex(/^(\/files\/[\w-]{1,100}\.webp)?$/, '로고 사진을 다시 올려 주세요.'))
    .register(fileFields, { holds: 'address' }),
});
