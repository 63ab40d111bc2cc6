import { NumberField as Base } from '@base-ui/react/number-field'
import clsx from 'clsx'
import { Minus, Plus } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { Field, type FieldProps, inputBox } from './field.tsx'

export interface NumberFieldProps extends FieldProps {
  /** null = empty. */
  readonly value: number | null
  readonly onValueChange: (value: number | null) => void
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly onBlur?: () => void
}

/** Reads and writes localized numbers. Does not clamp input: the schema reports errors. */
export function NumberField({ value, onValueChange, unit, min, max, step = 1, onBlur, ...field }: NumberFieldProps) {
  const { t, language } = useTexts()
  const stepButton = 'grid h-full w-8 place-items-center text-muted hover:text-text disabled:opacity-40'
  return (
    <Field {...field}>
      {control => (
        <Base.Root
          id={control.id}
          name={field.name}
          value={value}
          onValueChange={onValueChange}
          step={step}
          min={min}
          max={max}
          allowOutOfRange
          locale={language}
          format={{ maximumFractionDigits: 6 }}
          disabled={field.disabled}
          required={field.required}
        >
          <Base.Group
            data-invalid={field.error ? '' : undefined}
            className={clsx(
              inputBox,
              // When disabled, the number is dimmed, but not its unit.
              'flex h-9 items-center overflow-hidden pr-0 data-disabled:opacity-100! has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent-text',
            )}
          >
            <Base.Input
              aria-describedby={control['aria-describedby']}
              aria-invalid={control['aria-invalid']}
              aria-roledescription={t('settings.stepper.field')}
              onBlur={onBlur}
              className="h-full w-full min-w-0 bg-transparent outline-none data-disabled:opacity-60"
            />
            {unit && <span className="flex-none px-1 text-muted text-small">{unit}</span>}
            <Base.Decrement className={stepButton} aria-label={t('settings.stepper.decrease')}>
              <Minus size={14} />
            </Base.Decrement>
            <Base.Increment className={stepButton} aria-label={t('settings.stepper.increase')}>
              <Plus size={14} />
            </Base.Increment>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  )
}
