import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { tooltip } from '../overlays/tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  readonly icon: LucideIcon
  /** Its action: accessible name and tooltip. */
  readonly label: string
  readonly size?: 'small' | 'medium'
}

export function IconButton({ icon: Icon, label, size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...tooltip(label)}
      className={clsx(
        'inline-grid flex-none place-items-center rounded-md text-muted transition-colors duration-150 enabled:hover:bg-sunken enabled:hover:text-text disabled:opacity-50',
        size === 'small' ? 'size-7' : 'size-9',
        className,
      )}
      {...rest}
    >
      <Icon size={size === 'small' ? 16 : 18} />
    </button>
  )
}
