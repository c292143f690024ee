import { splitLinks } from './links.ts';

/** Plain text with line breaks; web addresses lead out of the site. Never HTML. */
export function MessageText(props: { text: string }) {
  return splitLinks(props.text).map(({ kind, text, at }) =>
    kind === 'link' ? (
      <a
        key={at}
        href={text}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-2"
      >
        {text}
      </a>
    ) : (
      text
    ),
  );
}
