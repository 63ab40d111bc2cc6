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
  /** Missing: none is chosen. */
  readonly value: V | undefined
  readonly onValueChange: (value: V) => void
  readonly cards: readonly RadioCard<V>[]
  readonly disabled?: boolean
  /** Stacked on every screen: for long texts. */
  readonly stacked?: boolean
  /** Short enough for one line on phones. */
  readonly brief?: boolean
}

/** A choice of a few, as cards that explain themselves. */
export function RadioCards<V extends string>(props: RadioCardsProps<V>) {
  const { label, value, onValueChange, cards, disabled, stacked = false, brief = false } = props
  const id = useId()
  return (
    <RadioGroup
      aria-label={label}
      value={value ?? ''}
      onValueChange={next => onValueChange(next as V)}
      disabled={disabled}
      className={clsx('grid', brief ? 'gap-2 sm:gap-3' : 'gap-3', !stacked && 'sm:auto-cols-fr sm:grid-flow-col')}
    >
      {cards.map(({ icon: Icon, ...card }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: Radio.Root holds the input
        <label
          key={card.value}
          className={clsx(
            'grid content-start gap-x-3 gap-y-1 rounded-md border transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2',
            brief
              ? 'grid-cols-[auto_auto_minmax(0,1fr)] p-3 max-sm:items-center max-sm:gap-x-2 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-4'
              : 'grid-cols-[auto_minmax(0,1fr)] p-4',
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
          <span
            id={`${id}-${card.value}-about`}
            className={clsx('text-muted text-small', brief ? 'max-sm:text-right sm:col-start-2' : 'col-start-2')}
          >
            {card.description}
          </span>
        </label>
      ))}
    </RadioGroup>
  )
}
