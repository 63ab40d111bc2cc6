import { Combobox as Base } from '@base-ui/react/combobox'
import clsx from 'clsx'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { floating, floatingItem } from '../overlays/floating.ts'
import { useLandmark } from '../overlays/use-landmark.ts'
import { Field, type FieldProps, inputBox } from './field.tsx'

export interface ChipsFieldProps<V extends string | number> extends FieldProps {
  readonly values: readonly V[]
  readonly onValuesChange: (values: V[]) => void
  /** The options; others can be typed if `parse` accepts them. */
  readonly options: readonly V[]
  /** A typed text as a value; undefined if invalid. Without it only options can be chosen. */
  readonly parse?: (text: string) => V | undefined
  /** A value's text, e.g. the name of a kind. */
  readonly nameOf?: (value: V) => string
  readonly placeholder?: string
}

export function ChipsField<V extends string | number>(props: ChipsFieldProps<V>) {
  const { values, onValuesChange, options, parse, nameOf = String, placeholder, ...field } = props
  const [typed, setTyped] = useState('')
  const [place, landmark] = useLandmark()
  const free = parse?.(typed.trim())
  const { contains } = Base.useFilter()
  const known = [...new Set([...options, ...values])]
  const items = free !== undefined && !known.includes(free) ? [...known, free] : known
  return (
    <Field {...field}>
      {control => (
        <Base.Root
          name={field.name}
          multiple
          items={items}
          value={[...values]}
          // Escape closes the list; it must not clear the choice.
          onValueChange={(next, { reason }) => reason !== 'escape-key' && onValuesChange(next as V[])}
          inputValue={typed}
          onInputValueChange={setTyped}
          itemToStringLabel={value => nameOf(value as V)}
          // What is typed is found though it is shown by a name: the number of a kind, a key, an id.
          filter={(value, query) => contains(nameOf(value as V), query) || value === free}
          disabled={field.disabled}
          autoHighlight
        >
          <Base.InputGroup
            data-invalid={field.error ? '' : undefined}
            ref={place}
            className={clsx(inputBox, 'flex min-h-9 flex-wrap items-center gap-1 px-1.5 py-1')}
          >
            <Base.Chips className="contents">
              {values.map(value => (
                <Chip key={value} name={nameOf(value)} />
              ))}
              <Base.Input
                {...control}
                placeholder={values.length === 0 ? placeholder : undefined}
                className="h-6 min-w-16 flex-1 bg-transparent px-1.5 outline-none placeholder:text-faint"
              />
            </Base.Chips>
          </Base.InputGroup>
          <Options nameOf={nameOf} landmark={landmark} />
        </Base.Root>
      )}
    </Field>
  )
}

interface OptionsProps<V> {
  readonly nameOf: (value: V) => string
  readonly landmark: ReturnType<typeof useLandmark>[1]
}

function Options<V extends string | number>({ nameOf, landmark }: OptionsProps<V>) {
  const { t } = useTexts()
  return (
    <Base.Portal container={landmark}>
      <Base.Positioner sideOffset={4} className="z-50">
        <Base.Popup
          className={clsx(
            floating,
            'max-h-[min(300px,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1',
          )}
        >
          <Base.Empty className="text-muted text-small empty:hidden">
            <span className="block px-2 py-1.5">{t('settings.nothingFound')}</span>
          </Base.Empty>
          <Base.List>
            {(item: V) => (
              <Base.Item key={item} value={item} className={floatingItem}>
                <span className="w-4">
                  <Base.ItemIndicator>
                    <Check size={16} className="text-accent-text" />
                  </Base.ItemIndicator>
                </span>
                {nameOf(item)}
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function Chip({ name }: { readonly name: string }) {
  const { t } = useTexts()
  return (
    <Base.Chip className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-sunken pl-2 text-small data-highlighted:bg-accent-soft">
      <span className="truncate" title={name}>
        {name}
      </span>
      <Base.ChipRemove
        aria-label={t('settings.remove', { name })}
        className="grid size-6 flex-none place-items-center rounded-sm text-muted hover:text-text"
      >
        <X size={14} />
      </Base.ChipRemove>
    </Base.Chip>
  )
}
