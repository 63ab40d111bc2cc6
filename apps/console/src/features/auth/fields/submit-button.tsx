import { WaitIcon } from '../icons.tsx'

export interface SubmitButtonProps {
  readonly label: string
  /** What is in progress; undefined while idle. */
  readonly working?: string | undefined
}

export function SubmitButton({ label, working }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      aria-disabled={working ? true : undefined}
      className="flex h-11 w-full items-center justify-center gap-2 rounded-md bg-accent font-semibold text-accent-ink transition-colors duration-150 hover:bg-accent-hover aria-disabled:opacity-75"
    >
      {working && <WaitIcon />}
      <span aria-live="polite">{working ?? label}</span>
    </button>
  )
}
