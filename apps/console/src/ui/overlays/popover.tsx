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
  readonly children: ReactNode
}

/** A small dialog beside its button; the page stays usable. 320 px wide, less on narrow screens. */
export function Popover({ open, onOpenChange, anchor, container, title, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={next => onOpenChange(next)}>
      <Base.Portal container={container}>
        <Base.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            finalFocus={anchor}
            className={clsx(floating, 'max-h-(--available-height) w-[min(320px,calc(100vw-16px))] overflow-y-auto p-4')}
          >
            <Base.Title className="mb-3 font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
