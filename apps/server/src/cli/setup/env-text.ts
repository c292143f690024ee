import { parseEnv } from 'node:util';
import { RefusedError } from '../command-line.ts';

export interface EnvLine {
  name: string;
  value: string;
  /** Comment line above a setting that is new in the file. */
  comment: string;
}

const HEAD = `# Naru의 설정입니다. npm run setup으로 다시 답하거나 직접 수정하고, 서버를 다시 시작하세요.
# 같은 이름의 환경 변수가 있으면 그 값을 씁니다. 비밀번호가 있으니 다른 사람에게 보이지 마세요.
`;

/**
 * Writes settings into the text of an env file: replaces existing ones in place, appends new ones under their
 * comment. All other lines stay. Throws RefusedError if the result cannot be read back as given, for example next
 * to a value of several lines.
 */
export function mergeSettings(text: string, lines: readonly EnvLine[]): string {
  let merged = text === '' ? HEAD : text.replace(/\n*$/, '\n');
  for (const line of lines) merged = mergeOne(merged, line);
  const read = parseEnv(`${merged}END_OF_FILE=1`);
  // The rest of a replaced multi-line value would become part of the next name.
  const isWhole = Object.keys(read).every((name) => /^\w+$/.test(name));
  const wrong = isWhole ? lines.find(({ name, value }) => read[name] !== value) : lines[0];
  if (wrong !== undefined) {
    throw new RefusedError(
      `${wrong.name} cannot be put into the file of settings; edit it by hand`,
    );
  }
  return merged;
}

function mergeOne(text: string, { name, value, comment }: EnvLine): string {
  const written = `${name}=${quote(value)}`;
  const present = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm');
  if (parseEnv(text)[name] === value) return text;
  if (present.test(text)) return text.replace(present, () => written);
  return `${text}\n# ${comment}\n${written}\n`;
}

/** Returns the value as it is if it can be read back, otherwise in quotation marks that it does not contain. */
function quote(value: string): string {
  const forms = ['', '"', "'", '`'].map((mark) => mark + value + mark);
  return forms.find((form) => parseEnv(`A=${form}\nB=`).A === value) ?? value;
}
