import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  /** The next step. */
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly className?: string
}

export function EmptyState({ icon: Icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('grid place-items-center content-center gap-1 px-4 py-8 text-center', className)}>
      {Icon && <Icon size={28} className="mb-1 text-faint" />}
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-100 text-balance text-muted text-small">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
