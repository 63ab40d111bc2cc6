import { Checkbox as Base } from '@base-ui/react/checkbox'
import clsx from 'clsx'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface CheckboxProps {
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
  readonly label: ReactNode
  readonly labelHidden?: boolean
  readonly description?: ReactNode
  readonly disabled?: boolean
  /** Partly chosen. */
  readonly indeterminate?: boolean
  readonly className?: string
}

export function Checkbox({ label, labelHidden, description, className, ...box }: CheckboxProps) {
  const id = useId()
  const Mark = box.indeterminate ? Minus : Check
  return (
    <div className={clsx('flex min-h-6 gap-2', labelHidden ? 'items-center' : 'items-start', className)}>
      <Base.Root
        id={id}
        {...box}
        className={clsx(
          'grid size-4.5 flex-none place-items-center rounded-sm border border-line-strong bg-surface transition-colors duration-150 data-checked:border-accent-text data-indeterminate:border-accent-text data-checked:bg-accent data-indeterminate:bg-accent data-disabled:opacity-55',
          !labelHidden && 'mt-px',
        )}
        aria-describedby={description ? `${id}-about` : undefined}
      >
        <Base.Indicator className="text-accent-ink">
          <Mark size={14} strokeWidth={2} />
        </Base.Indicator>
      </Base.Root>
      <div className="min-w-0">
        <label htmlFor={id} className={clsx('block text-body', labelHidden && 'sr-only')}>
          {label}
        </label>
        {description && (
          <p id={`${id}-about`} className="text-caption text-muted">
            {description}
          </p>
        )}
      </div>
    </div>
  )
}
