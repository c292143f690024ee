import { splitLinks } from './links.ts';

/** Renders plain text with clickable web addresses; never HTML. */
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
