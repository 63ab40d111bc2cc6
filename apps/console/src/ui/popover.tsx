import { Popover as Base } from '@base-ui/react/popover'
import clsx from 'clsx'
import type { ReactElement, ReactNode } from 'react'
import { floating } from './floating.ts'

export interface PopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly title?: ReactNode
  readonly children: ReactNode
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  readonly align?: 'start' | 'center' | 'end'
}

export function Popover({ trigger, title, children, side = 'bottom', align = 'center' }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <Base.Popup className={clsx(floating, 'max-w-[min(400px,calc(100vw-32px))] p-4')}>
            {title && <Base.Title className="mb-1 font-semibold text-body">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
