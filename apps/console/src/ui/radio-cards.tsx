import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface RadioCard<V extends string> {
  readonly value: V
  readonly title: string
  readonly description: ReactNode
  readonly icon?: LucideIcon
}

export interface RadioCardsProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onValueChange: (value: V) => void
  readonly cards: readonly RadioCard<V>[]
  readonly disabled?: boolean
  /** One under the other on every screen: for long words. */
  readonly stacked?: boolean
}

/** A choice of few, each a card that says what it means. */
export function RadioCards<V extends string>(props: RadioCardsProps<V>) {
  const { label, value, onValueChange, cards, disabled, stacked = false } = props
  const id = useId()
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={next => onValueChange(next as V)}
      disabled={disabled}
      className={clsx('grid gap-3', !stacked && 'sm:auto-cols-fr sm:grid-flow-col')}
    >
      {cards.map(({ icon: Icon, ...card }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: Radio.Root holds the input
        <label
          key={card.value}
          className={clsx(
            'grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-1 rounded-md border p-4 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2',
            value === card.value ? 'border-accent-text bg-accent-soft' : 'border-line bg-surface',
            disabled ? 'opacity-55' : 'cursor-pointer',
            !disabled && value !== card.value && 'hover:border-line-strong',
          )}
        >
          <Radio.Root
            value={card.value}
            aria-labelledby={`${id}-${card.value}`}
            aria-describedby={`${id}-${card.value}-about`}
            className="mt-0.5 grid size-4.5 place-items-center rounded-full border border-line-strong bg-surface outline-none data-checked:border-accent-text"
          >
            <Radio.Indicator className="size-2.5 rounded-full bg-accent-text forced-colors:bg-[CanvasText]" />
          </Radio.Root>
          <span id={`${id}-${card.value}`} className="flex items-center gap-2 font-semibold">
            {Icon && <Icon size={16} />}
            {card.title}
          </span>
          <span id={`${id}-${card.value}-about`} className="col-start-2 text-muted text-small">
            {card.description}
          </span>
        </label>
      ))}
    </RadioGroup>
  )
}
