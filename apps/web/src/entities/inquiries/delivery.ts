type Asker = {
  /** Null without an account, and for an objection without a name. */
  id: number | null;
  hasLeft: boolean;
  isOutside: boolean;
  /** Of somebody without an account, where it is shown. */
  email?: string | undefined;
};

/** How the answer reaches the person who asked. */
export function deliveryOf(what: '문의' | '신고', asker: Asker, memberId: number): string {
  if (asker.isOutside) {
    const address = asker.email ?? '신고에 적은 이메일';
    return `회원이 아니어서 ${address} 주소로 답변 전체를 보냅니다. 본인의 주소인지는 확인되지 않았습니다.`;
  }
  if (asker.id === null) return '익명으로 낸 이의라서 알림만 가고 이메일은 보내지 않습니다.';
  if (asker.id === memberId) return `내가 보낸 ${what}라서 알림과 이메일을 보내지 않습니다.`;
  if (asker.hasLeft) return `탈퇴한 회원의 ${what}라서 알림과 이메일을 보내지 않습니다.`;
  return `${what}한 회원에게 알림과 이메일이 갑니다.`;
}
