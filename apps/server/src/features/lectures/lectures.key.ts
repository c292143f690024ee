interface Titled {
  year: number;
  semester: number;
  title: string;
}

/** The same lecture: title and professor of one term, whatever their case and spaces. */
export function lectureKey(lecture: Titled & { professorName: string }): string {
  return `${titleKey(lecture)} ${plainText(lecture.professorName)}`;
}

/** Lectures of one title in a term, which may be sections of different professors. */
export function titleKey(lecture: Titled): string {
  return `${lecture.year}-${lecture.semester} ${plainText(lecture.title)}\n`;
}

function plainText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, '').toLowerCase();
}
