import type { ChatReaction, ChatReactions } from '@naru/contract/chat';

/** Drawn by the platform; screen readers get the name. */
export const REACTION_LOOKS: Record<ChatReaction, { glyph: string; name: string }> = {
  LIKE: { glyph: '👍', name: '좋아요' },
  LOVE: { glyph: '❤️', name: '하트' },
  LAUGH: { glyph: '😂', name: '웃겨요' },
  WOW: { glyph: '😮', name: '놀라워요' },
  SAD: { glyph: '😢', name: '슬퍼요' },
  THANKS: { glyph: '🙏', name: '고마워요' },
};

/** Pictures also where the font of the site has a letter for it. */
export const GLYPH =
  "[font-family:'Apple_Color_Emoji','Segoe_UI_Emoji','Noto_Color_Emoji',sans-serif]";

export const ownReaction = (reactions: ChatReactions): ChatReaction | null =>
  reactions.find(({ isMine }) => isMine)?.reaction ?? null;

/** What a message shows once the own reaction is another one, or none. */
export function withOwn(reactions: ChatReactions, own: ChatReaction | null): ChatReactions {
  const others = reactions.flatMap((one) => {
    const count = one.isMine ? one.count - 1 : one.count;
    return count > 0 ? [{ ...one, count, isMine: false }] : [];
  });
  if (own === null) return others;
  const same = others.find(({ reaction }) => reaction === own);
  const mine = { reaction: own, count: (same?.count ?? 0) + 1, isMine: true };
  const order = Object.keys(REACTION_LOOKS);
  return [...others.filter((one) => one !== same), mine].sort(
    (a, b) => order.indexOf(a.reaction) - order.indexOf(b.reaction),
  );
}

export function describeReactions(reactions: ChatReactions): string {
  const parts = reactions.map(({ reaction, count }) => `${REACTION_LOOKS[reaction].name} ${count}`);
  return `반응: ${parts.join(', ')}`;
}
