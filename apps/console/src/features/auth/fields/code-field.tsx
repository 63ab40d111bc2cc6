import { cleanCode, codeLength } from '@hornets/contract/security-code'
import { type Ref, useId } from 'react'

const places = Array.from({ length: codeLength }, (_, place) => place)

export interface CodeFieldProps {
  readonly label: string
  readonly value: string
  /** Letters and digits only, at most six. */
  readonly onValueChange: (code: string) => void
  /** While the code is being checked. */
  readonly isWaiting: boolean
  readonly invalid: boolean
  readonly inputMode: 'text' | 'numeric'
  readonly ref?: Ref<HTMLInputElement>
}

/** Six characters in one input: the boxes only display them, so that pasting, autofill and screen readers work. */
export function CodeField({ label, value, onValueChange, isWaiting, invalid, inputMode, ref }: CodeFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="w-fit font-semibold text-small">
        {label}
      </label>
      <span className="group relative">
        <span aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-1.5 xs:gap-2">
          {places.map(place => (
            <span
              key={place}
              className={`grid h-12 place-items-center rounded-md border font-mono text-title transition-colors duration-150 ${boxLook(invalid, place === Math.min(value.length, codeLength - 1))} ${isWaiting ? 'bg-sunken text-muted' : 'bg-surface'}`}
            >
              {value[place]}
            </span>
          ))}
        </span>
        <input
          ref={ref}
          id={id}
          name="code"
          value={value}
          onChange={event => onValueChange(cleanCode(event.target.value))}
          // Accepts pasted spaces and dashes: no maxLength, the handler truncates.
          readOnly={isWaiting}
          aria-invalid={invalid || undefined}
          autoComplete="one-time-code"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          inputMode={inputMode}
          // biome-ignore lint/a11y/noAutofocus: the code is all that this screen asks for (AUTH-32)
          autoFocus
          className="absolute inset-0 h-12 w-full rounded-md bg-transparent font-mono text-transparent caret-transparent outline-none"
        />
      </span>
    </div>
  )
}

function boxLook(invalid: boolean, isNext: boolean): string {
  const line = invalid ? 'border-bad' : 'border-line-strong'
  return isNext ? `${line} outline-accent-text group-focus-within:outline-2` : line
}
