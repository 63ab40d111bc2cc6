import { useId, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { formatTime } from '../../ui/text/format.ts'
import { hourMs, readHour } from '../../ui/theme/night-time.ts'

interface HourControlProps {
  readonly label: string
  /** Milliseconds from midnight. */
  readonly ms: number
  /** A whole hour, 0 to 23. */
  readonly onChange: (hour: number) => void
}

/** One end of the night: a slider from 0 to 23, and a field that accepts 0 to 24, where 24 is 0. */
export function HourControl({ label, ms, onChange }: HourControlProps) {
  const { t } = useTexts()
  const id = useId()
  const hour = Math.floor(ms / hourMs)
  // Typed text stays while typing; a change from elsewhere replaces it.
  const [typed, setTyped] = useState({ text: String(hour), of: hour })
  if (typed.of !== hour) setTyped({ text: String(hour), of: hour })
  const isWrong = readHour(typed.text) === undefined
  const type = (text: string) => {
    const read = readHour(text)
    setTyped({ text, of: read ?? hour })
    if (read !== undefined) onChange(read)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3">
      <div className="grid gap-1">
        <span className="flex justify-between text-small">
          <label htmlFor={id} className="font-semibold">
            {label}
          </label>
          <span className="text-muted tabular-nums">{timeOfDay(ms)}</span>
        </span>
        <input
          id={id}
          type="range"
          min={0}
          max={23}
          step={1}
          value={hour}
          aria-valuetext={timeOfDay(ms)}
          onChange={event => onChange(event.target.valueAsNumber)}
          className="h-9 w-full cursor-pointer accent-(--accent-text)"
        />
      </div>
      <TextField
        label={t('nightMode.hour', { label })}
        labelHidden
        value={typed.text}
        onValueChange={type}
        onBlur={() => !isWrong && setTyped({ text: String(hour), of: hour })}
        aria-invalid={isWrong}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        suffix={<span className="text-muted text-small">{t('nightMode.unit')}</span>}
        className="w-20"
      />
      <p role="alert" className="col-span-2 mt-1 text-bad text-caption empty:hidden">
        {isWrong && t('nightMode.wrongHour')}
      </p>
    </div>
  )
}

/** Milliseconds from midnight as a localized time: 20:00, 8:00 PM. */
function timeOfDay(ms: number): string {
  // A fixed date without a daylight-saving change.
  return formatTime(new Date(2026, 0, 1, Math.floor(ms / hourMs), Math.floor((ms % hourMs) / 60_000)))
}
