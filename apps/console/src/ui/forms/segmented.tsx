import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'

export interface SegmentedProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onValueChange: (value: V) => void
  readonly choices: readonly { readonly value: V; readonly label: ReactNode }[]
}

/** One of two or three, always one. */
export function Segmented<V extends string>({ label, value, onValueChange, choices }: SegmentedProps<V>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next as V)}
      className="inline-flex max-w-full flex-wrap rounded-md border border-line bg-surface p-0.5"
    >
      {choices.map(choice => (
        <Toggle
          key={choice.value}
          value={choice.value}
          className="h-6 whitespace-nowrap rounded-sm px-2.5 text-caption text-muted transition-colors duration-150 hover:text-text data-pressed:bg-sunken data-pressed:font-semibold data-pressed:text-text"
        >
          {choice.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
