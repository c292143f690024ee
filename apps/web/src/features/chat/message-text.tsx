import { Fragment } from 'react';
import { useTextLinks } from '../../lib/links/use-text-links.ts';
import { OutsideLink } from '../../ui/outside-link.tsx';

/** The words of a message with its links; nothing in them is markup. */
export function MessageText({ text }: { text: string }) {
  return useTextLinks(text).map(({ text: part, href }, at) =>
    href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Fragment key={at}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <OutsideLink key={at} href={href} />
    ),
  );
}
