import clsx from 'clsx'
import type { ReactNode } from 'react'

const looks = {
  neutral: 'border-line bg-sunken text-muted',
  accent: 'border-transparent bg-accent-soft text-accent-text',
  ok: 'border-transparent bg-ok-soft text-ok',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
} as const

export interface BadgeProps {
  readonly kind?: keyof typeof looks
  readonly children: ReactNode
  readonly className?: string
}

export function Badge({ kind = 'neutral', children, className }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 flex-none items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 text-caption',
        looks[kind],
        className,
      )}
    >
      {children}
    </span>
  )
}
