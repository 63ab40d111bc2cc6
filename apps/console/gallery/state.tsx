import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useWords, type Word } from './words.ts'

export function Specimen({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="grid gap-3 border-line border-t pt-4">
      <h2 id={`${name}-title`} className="font-mono font-semibold text-small">
        {name}
      </h2>
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">{children}</div>
    </section>
  )
}

export interface StateProps {
  readonly of: Word
  /** State that the pictures force on its first control. */
  readonly force?: 'hover' | 'focus-visible'
  /** Full width. */
  readonly wide?: boolean
  readonly children: ReactNode
}

export function State({ of, force, wide = false, children }: StateProps) {
  const words = useWords()
  return (
    <div className={clsx('grid min-w-0 content-start justify-items-start gap-1.5', wide && 'col-span-full')}>
      <p className="text-caption text-muted">{words(of)}</p>
      <div data-force={force} className="w-full min-w-0">
        {children}
      </div>
    </div>
  )
}
