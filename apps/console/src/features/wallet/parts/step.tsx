import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { dialogActions } from '../../../ui/overlays/dialog-box.ts'

interface StepProps {
  readonly title: string
  readonly children: ReactNode
  readonly actions: ReactNode
}

/** One step of a dialog. Its title takes the focus left behind by the previous step. */
export function Step({ title, children, actions }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4 *:min-w-0">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h3>
      {children}
      {actions && <div className={clsx('-mt-1', dialogActions)}>{actions}</div>}
    </div>
  )
}
