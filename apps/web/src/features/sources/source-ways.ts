import { SOURCE_PRESETS } from '@naru/contract/source-presets';
import { PRESET_NAMES, SOURCE_TYPE_NAMES, SOURCE_TYPES, type SourceField } from './source-words.ts';

/** How a page is read: a type, or a preset of the type `html`. */
export const WAY: SourceField = {
  path: 'way',
  label: '읽는 방식',
  hint: '미리 보기가 맞지 않을 때만 바꿔 주세요.',
  options: [
    ...SOURCE_PRESETS.map((preset) => ({ value: `html:${preset}`, label: PRESET_NAMES[preset] })),
    ...SOURCE_TYPE_NAMES.filter((type) => type !== 'html').map((type) => ({
      value: type,
      label: `${SOURCE_TYPES[type].label} (${SOURCE_TYPES[type].brings})`,
    })),
    { value: 'html', label: '직접 지정(선택자)' },
  ],
};

/** Of feeds and JSON: how the page of each article is read. */
export const PAGES: SourceField = {
  path: 'preset',
  label: '글 페이지',
  hint: '목록에 본문이 없거나 앞부분만 있을 때 글 페이지에서 읽습니다.',
  options: [
    { value: '', label: '읽지 않음' },
    ...SOURCE_PRESETS.map((preset) => ({ value: preset, label: PRESET_NAMES[preset] })),
  ],
};
