import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { floating } from './floating.ts'

export interface TooltipProps {
  readonly text: ReactNode
  /** One element that takes a ref and the handlers. */
  readonly children: ReactElement<Record<string, unknown>>
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

/** For the eyes: screen readers get the words from the trigger's own name, so they must stand there, too. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50" aria-hidden>
          <Base.Popup className={`max-w-80 break-words px-2 py-1 text-caption ${floating}`}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
