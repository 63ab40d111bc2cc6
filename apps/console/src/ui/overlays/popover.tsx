import { Popover as Base } from '@base-ui/react/popover'
import clsx from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { floating } from './floating.ts'

export interface PopoverProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The button that opens it: its position, and where the focus returns. */
  readonly anchor: RefObject<HTMLElement | null>
  /** Where it is in the document: inside its landmark. */
  readonly container?: RefObject<HTMLElement | null>
  readonly title: string
  /** As wide as a phone, 400 px at most and never below 320 (NOTIF-04). */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The least width of a wide one: it may fill the narrowest screens. */
const wideMinPx = 320

/** A small dialog beside its button; the page stays usable. 320 px wide, less on narrow screens. */
export function Popover({ open, onOpenChange, anchor, container, title, wide = false, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={next => onOpenChange(next)}>
      <Base.Portal container={container}>
        <Base.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={wide && innerWidth < wideMinPx + 16 ? 0 : 8}
          className="z-50"
        >
          <Base.Popup
            finalFocus={anchor}
            className={clsx(
              floating,
              'max-h-(--available-height) overflow-y-auto p-4',
              wide ? 'w-[clamp(320px,calc(100vw-16px),400px)]' : 'w-[min(320px,calc(100vw-16px))]',
            )}
          >
            <Base.Title className="mb-3 font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
