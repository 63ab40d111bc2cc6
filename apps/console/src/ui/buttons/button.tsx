import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { WaitIcon } from '../states/wait-icon.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-accent bg-accent text-accent-ink not-aria-disabled:hover:border-accent-hover not-aria-disabled:hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-text not-aria-disabled:hover:bg-sunken',
  ghost:
    'border-transparent bg-transparent text-muted not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-text',
  danger: 'border-bad bg-bad text-bad-ink not-aria-disabled:hover:brightness-95',
}

const sizes = { small: 'h-8 px-3 text-small', medium: 'h-9 px-4 text-body', large: 'h-11 px-4 text-body' } as const

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant
  /** `large` fits a finger, where it is the one thing to do on a screen. */
  readonly size?: keyof typeof sizes
  readonly icon?: LucideIcon
  /** Shows progress and ignores further presses; the text stays. */
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
  onClick,
  ...rest
}: ButtonProps) {
  // Not `disabled`, which would lose the keyboard focus: after saving, Save does nothing but keeps the focus.
  const refuses = disabled || loading
  return (
    <button
      type={type}
      aria-disabled={refuses || undefined}
      onClick={event => (refuses ? event.preventDefault() : onClick?.(event))}
      aria-busy={loading || undefined}
      className={clsx(
        'inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border font-semibold transition-colors duration-150 aria-disabled:cursor-default aria-disabled:opacity-55',
        sizes[size],
        variants[variant],
        className,
      )}
      {...rest}
    >
      {loading ? <WaitIcon size={16} /> : Icon && <Icon size={16} />}
      {children}
    </button>
  )
}
