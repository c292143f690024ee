import { Tooltip } from 'radix-ui';
import { type Ref, type RefObject, useImperativeHandle } from 'react';

type TooltipBubbleProps = {
  anchor: RefObject<HTMLElement | null>;
  text: string;
  onClose: () => void;
};

/** Bubble of a `Tooltip`; loaded when first shown. */
export function TooltipBubble({ anchor, text, onClose }: TooltipBubbleProps) {
  return (
    <Tooltip.Provider disableHoverableContent>
      <Tooltip.Root open onOpenChange={onClose}>
        <Tooltip.Trigger asChild>
          <Existing element={anchor} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            aria-hidden="true"
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="pointer-events-none z-50 animate-fade-in rounded-md bg-ink px-2 py-1 font-medium text-paper text-xs"
          >
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

/** Represents an element that is already rendered. */
function Existing(props: { element: RefObject<HTMLElement | null>; ref?: Ref<unknown> }) {
  useImperativeHandle(props.ref, () => props.element.current, [props.element]);
  return null;
}
