import type { MarkType } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { AddMarkStep } from '@tiptap/pm/transform';
import { trimAddress } from '../../lib/links/text-links.ts';

/**
 * Leaves the particles and closing marks behind an address that was typed or pasted as text to the
 * sentence, as comments do. Links of copied pages stay as they are.
 */
export function trimTypedLinks(link: MarkType): Plugin {
  return new Plugin({
    appendTransaction(transactions, _before, { tr, doc }) {
      for (const { from, to, attrs } of addedLinks(transactions, link)) {
        const text = doc.textBetween(from, to);
        const address = trimAddress(text);
        if (attrs.href !== text || address === text) continue;
        tr.removeMark(from, to, link);
        tr.addMark(from, from + address.length, link.create({ ...attrs, href: address }));
      }
      return tr.docChanged ? tr : null;
    },
  });
}

/** Links that were put on present text, and where that stands after all transactions. */
function addedLinks(transactions: readonly Transaction[], link: MarkType) {
  return transactions.flatMap(({ steps, mapping }, at) => {
    const later = transactions.slice(at + 1).map((next) => next.mapping);
    return steps.flatMap((step, place) => {
      if (!(step instanceof AddMarkStep) || step.mark.type !== link) return [];
      const moves = [mapping.slice(place + 1), ...later];
      const moved = (position: number) => moves.reduce((now, move) => move.map(now), position);
      return { from: moved(step.from), to: moved(step.to), attrs: step.mark.attrs };
    });
  });
}
