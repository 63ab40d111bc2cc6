import clsx from 'clsx'
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-accent-ink enabled:hover:border-accent-hover enabled:hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-text enabled:hover:bg-sunken',
  ghost: 'border-transparent bg-transparent text-muted enabled:hover:bg-sunken enabled:hover:text-text',
  danger: 'border-bad bg-bad text-bad-ink enabled:hover:brightness-95',
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant
  readonly size?: 'small' | 'medium'
  readonly icon?: LucideIcon
  /** Shows that it works and refuses a second press; the words stay. */
  readonly loading?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon: Icon,
  loading = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const Shown = loading ? LoaderCircle : Icon
  return (
    <button
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={clsx(
        'inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border font-semibold transition-colors duration-150 disabled:opacity-55',
        size === 'small' ? 'h-8 px-3 text-small' : 'h-9 px-4 text-body',
        variants[variant],
        className,
      )}
      {...rest}
    >
      {Shown && <Shown size={16} className={clsx(loading && 'animate-[turn_1s_linear_infinite]')} />}
      {children}
    </button>
  )
}
