import { Button } from '../../../ui/buttons/button.tsx'

export interface SubmitButtonProps {
  readonly label: string
  /** What is in progress; undefined while idle. */
  readonly working?: string | undefined
}

export function SubmitButton({ label, working }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="primary" size="large" loading={working !== undefined} className="w-full">
      <span aria-live="polite">{working ?? label}</span>
    </Button>
  )
}
