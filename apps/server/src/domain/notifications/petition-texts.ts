/** What has come of a petition; `day`: the Korean day that it is about. */
export type PetitionProgress =
  | { event: 'REACHED' | 'ENDING'; day: string }
  | { event: 'ANSWERED' | 'FAILED' | 'CLOSED' };

/** An answer that is owed by a Korean day, or since one. */
export interface AnswerDebt {
  event: 'OWED' | 'OVERDUE';
  day: string;
}

/** `12월 3일` */
const dayText = (day: string) => `${Number(day.slice(5, 7))}월 ${Number(day.slice(8))}일`;

/** `petition`: its title, with 청원 at the end. */
export function petitionText(petition: string, progress: PetitionProgress): string {
  switch (progress.event) {
    case 'REACHED':
      return `${petition}이 목표 서명을 채웠습니다. ${dayText(progress.day)}까지 답변을 받습니다.`;
    case 'ENDING':
      return `${petition}의 서명이 ${dayText(progress.day)}에 마감됩니다.`;
    case 'ANSWERED':
      return `${petition}에 답변이 올라왔습니다.`;
    case 'FAILED':
      return `${petition}이 목표 서명을 채우지 못하고 끝났습니다.`;
    case 'CLOSED':
      return `${petition}을 운영진이 닫았습니다. 사유를 확인해 주세요.`;
  }
}

export function debtText(petition: string, { event, day }: AnswerDebt): string {
  return event === 'OWED'
    ? `${petition}에 ${dayText(day)}까지 답변해 주세요.`
    : `${petition}의 답변 기한이 ${dayText(day)}에 지났습니다. 답변해 주세요.`;
}
