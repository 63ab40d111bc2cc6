import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  info: { icon: Info, look: 'border-line bg-sunken', colour: 'text-muted' },
  success: { icon: CircleCheck, look: 'border-ok bg-ok-soft', colour: 'text-ok' },
  warning: { icon: TriangleAlert, look: 'border-warn bg-warn-soft', colour: 'text-warn' },
  error: { icon: CircleAlert, look: 'border-bad bg-bad-soft', colour: 'text-bad' },
} as const

export interface AlertProps {
  readonly kind?: keyof typeof looks
  readonly title?: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
  readonly className?: string
}

export function Alert({ kind = 'info', title, action, children, className }: AlertProps) {
  const { icon: Icon, look, colour } = looks[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={clsx('flex items-start gap-3 rounded-md border px-3 py-2.5', look, className)}
    >
      <Icon size={18} className={clsx('mt-px', colour)} />
      {/* The action moves below the text if both do not fit side by side. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48 text-small">
          {title && <p className="font-semibold text-body">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
