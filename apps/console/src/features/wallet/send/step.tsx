import { type ReactNode, useEffect, useRef } from 'react'

interface StepProps {
  readonly title: string
  readonly children: ReactNode
  /** The buttons, the main one last. */
  readonly actions: ReactNode
}

/** One step of a dialogue. When it comes, its title takes the focus that the step before has left behind. */
export function Step({ title, children, actions }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h3>
      {children}
      <div className="mt-2 flex flex-wrap justify-end gap-2">{actions}</div>
    </div>
  )
}
