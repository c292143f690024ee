/** A consonant behind a syllable: the beginning of the next one. */
const BEGUN = /(?<=[가-힣])[ㄱ-ㅎ]$/u;

/** What a search that follows the typing asks for: the text without a syllable of which only the first letter is there. */
export function searchedText(text: string): string {
  return text.replace(BEGUN, '');
}
