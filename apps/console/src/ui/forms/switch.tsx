import { Switch as Base } from '@base-ui/react/switch'
import clsx from 'clsx'
import { useId } from 'react'
import { FieldError, type FieldProps, wireControl } from './field.tsx'

export interface SwitchProps extends FieldProps {
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** A switch with its label; pressing the label also switches. */
export function Switch({ checked, onCheckedChange, ...field }: SwitchProps) {
  const { label, labelHidden, description, error } = field
  const id = useId()
  return (
    <div className={clsx('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5', field.className)}>
      <Base.Root
        {...wireControl(id, field)}
        name={field.name}
        disabled={field.disabled}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="relative mt-px h-5 w-9 flex-none rounded-full border border-line-strong bg-sunken transition-colors duration-150 data-checked:border-accent-text data-checked:bg-accent data-disabled:opacity-55"
      >
        <Base.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-muted transition-transform duration-150 data-checked:translate-x-4.5 data-checked:bg-accent-ink forced-colors:bg-[CanvasText]!" />
      </Base.Root>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'w-fit font-semibold text-small'}>
        {label}
      </label>
      {description && (
        <p id={`${id}-help`} className="col-start-2 text-caption text-muted">
          {description}
        </p>
      )}
      <span className="col-start-2">
        <FieldError id={`${id}-error`} error={error} />
      </span>
    </div>
  )
}
