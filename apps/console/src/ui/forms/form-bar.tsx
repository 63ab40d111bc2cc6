import clsx from 'clsx'
import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../buttons/button.tsx'
import { useBarLift } from './use-bar-lift.ts'

export interface FormBarProps {
  /** The number of changes in words; undefined without changes. */
  readonly changed?: string
  readonly saving: boolean
  readonly saveLabel: string
  readonly resetLabel: string
  readonly onReset: () => void
  /** The form of Save, if the bar is outside it. */
  readonly formId?: string
  /** Above the buttons: the effect of saving. */
  readonly note?: ReactNode
  /** Why this user cannot save; then nothing is offered. */
  readonly refusal?: string | undefined
  readonly className?: string
}

/** A form's Save and Reset: at its end, and visible at the screen's edge while there are changes. */
export function FormBar({ refusal, ...bar }: FormBarProps) {
  if (!refusal) return <Offer {...bar} />
  return (
    <p
      className={clsx(
        'flex items-center gap-2 border-line border-t bg-surface py-3 text-muted text-small',
        bar.className,
      )}
    >
      <LockKeyhole size={16} className="flex-none" />
      {refusal}
    </p>
  )
}

function Offer(bar: Omit<FormBarProps, 'refusal'>) {
  const { changed, saving, saveLabel, resetLabel, onReset, formId, note, className } = bar
  const place = useRef<HTMLDivElement>(null)
  useBarLift(place, changed !== undefined)
  return (
    <div
      ref={place}
      className={clsx(
        'flex flex-wrap items-center gap-2 border-line border-t bg-surface py-3',
        changed && 'sticky bottom-0 z-10 **:scroll-mb-[calc(-1*var(--bar-lift,0px))]',
        className,
      )}
    >
      {note && <div className="basis-full">{note}</div>}
      <p role="status" className="mr-auto text-muted text-small max-sm:not-empty:basis-full">
        {changed}
      </p>
      <Button onClick={onReset} disabled={!changed || saving} className="max-sm:flex-1">
        {resetLabel}
      </Button>
      <Button
        type="submit"
        variant="primary"
        form={formId}
        disabled={!changed}
        loading={saving}
        className="max-sm:flex-1"
      >
        {saveLabel}
      </Button>
    </div>
  )
}
