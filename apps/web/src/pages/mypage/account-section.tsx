import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { Card } from '../../ui/card.tsx';

type SectionProps = {
  title: string;
  lead?: string;
  /** The hash of a link that leads here, also past the question for the password. */
  anchor?: string;
  children: ReactNode;
};

/** A card of a page of the account. */
export function AccountSection(props: SectionProps) {
  const id = useId();
  const isWanted = useLocation({ select: ({ hash }) => hash !== '' && hash === props.anchor });
  const section = useShown(isWanted);
  return (
    <Card
      as="section"
      ref={section}
      aria-labelledby={id}
      className="scroll-mt-[calc(var(--header-h)+16px)] px-6 py-5 max-md:px-4"
    >
      <h2 id={id} className="font-bold text-lg">
        {props.title}
      </h2>
      {props.lead && <p className="mt-1 text-ink-2 text-md">{props.lead}</p>}
      <div className="mt-4">{props.children}</div>
    </Card>
  );
}

/** Scrolls to what is wanted, again while what is above it loads. */
function useShown(isWanted: boolean) {
  const client = useQueryClient();
  const loading = useIsFetching();
  const isDone = useRef(false);
  const element = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(loading): what has loaded moves the element
  useEffect(() => {
    if (isWanted && !isDone.current) element.current?.scrollIntoView();
    // Only here have the parts of the page begun to load.
    isDone.current = isWanted && (isDone.current || client.isFetching() === 0);
  }, [client, isWanted, loading]);
  return useCallback((section: HTMLElement | null) => {
    element.current = section;
  }, []);
}
