import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export interface CardProps {
  readonly title?: ReactNode
  /** A line below the title. */
  readonly description?: ReactNode
  /** At the end of the title row, e.g. a link or a switch. */
  readonly aside?: ReactNode
  /** A small aside and a description: `beside` each other, or the description `under` the whole row. */
  readonly describe?: 'beside' | 'under'
  /** The aside is as wide as a phone: there it is below the description. */
  readonly wideAside?: boolean
  readonly className?: string
  readonly children?: ReactNode
}

export function Card({ title, description, aside, describe = 'beside', wideAside, className, children }: CardProps) {
  const id = useId()
  const isBeside = describe === 'beside'
  const words = description && <p className="text-muted text-small">{description}</p>
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
            {isBeside && words}
          </div>
          {aside && (
            <div
              className={clsx(
                'ml-auto flex-none text-muted text-small',
                // No higher than the title, so that the description follows directly.
                !isBeside && 'flex h-5 items-center',
                wideAside && 'max-sm:order-1 max-sm:mt-1.5 max-sm:h-auto max-sm:w-full max-sm:*:flex-1',
              )}
            >
              {aside}
            </div>
          )}
          {!isBeside && words && <div className="-mt-1 basis-full">{words}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
