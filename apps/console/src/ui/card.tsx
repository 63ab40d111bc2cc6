import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export interface CardProps {
  readonly title?: ReactNode
  /** A line under the title. */
  readonly description?: ReactNode
  /** Stands at the end of the title row, e.g. a link or a switch. */
  readonly aside?: ReactNode
  readonly className?: string
  readonly children?: ReactNode
}

export function Card({ title, description, aside, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={clsx('min-w-0 rounded-md border border-line bg-surface p-4', className)}
    >
      {(title || aside) && (
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 basis-24">
            {title && (
              <h2 id={id} className="font-semibold text-body">
                {title}
              </h2>
            )}
            {description && <p className="text-muted text-small">{description}</p>}
          </div>
          {aside && <div className="ml-auto flex-none text-muted text-small">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
