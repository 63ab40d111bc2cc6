import { Select as Base } from '@base-ui/react/select'
import clsx from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { floating, floatingItem } from '../overlays/floating.ts'
import { useLandmark } from '../overlays/use-landmark.ts'
import { Field, type FieldProps, inputBox } from './field.tsx'

export interface Choice<V extends string | number = string> {
  readonly value: V
  readonly label: string
  /** Shown in place of the label, which it is still found by. */
  readonly content?: ReactNode
}

export interface SelectProps<V extends string | number> extends FieldProps {
  readonly value: V
  readonly onValueChange: (value: V) => void
  readonly choices: readonly Choice<V>[]
}

export function Select<V extends string | number>({ value, onValueChange, choices, ...field }: SelectProps<V>) {
  const [place, landmark] = useLandmark()
  return (
    <Field {...field}>
      {control => (
        <Base.Root
          name={field.name}
          items={choices}
          value={value}
          onValueChange={next => next !== null && onValueChange(next)}
          disabled={field.disabled}
          required={field.required}
        >
          <Base.Trigger
            {...control}
            ref={place}
            className={clsx(inputBox, 'flex h-9 items-center justify-between gap-2 text-left')}
          >
            <Base.Value className="truncate">
              {(shown: V) => {
                const choice = choices.find(one => one.value === shown)
                return choice?.content ?? choice?.label
              }}
            </Base.Value>
            <Base.Icon className="text-muted">
              <ChevronsUpDown size={14} />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal container={landmark}>
            <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
              <Base.Popup
                className={clsx(floating, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1')}
              >
                <Base.List>
                  {choices.map(choice => (
                    <Base.Item key={choice.value} value={choice.value} label={choice.label} className={floatingItem}>
                      <span className="w-4">
                        <Base.ItemIndicator>
                          <Check size={16} className="text-accent-text" />
                        </Base.ItemIndicator>
                      </span>
                      <Base.ItemText>{choice.content ?? choice.label}</Base.ItemText>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
