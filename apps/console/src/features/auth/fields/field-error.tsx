import { translateMessage } from '../../../i18n/texts.ts'
import { FailedIcon } from '../icons.tsx'

interface FieldErrorProps {
  readonly id?: string
  /** In English; shown translated and announced. */
  readonly error: string | undefined
}

/** What is wrong with a field. Always in the document: only what comes into an element that is there is announced. */
export function FieldError({ id, error }: FieldErrorProps) {
  return (
    <span id={id} role="alert" className="flex items-start gap-1.5 text-bad text-caption empty:hidden">
      {error && (
        <>
          <FailedIcon small className="mt-px" />
          {translateMessage(error)}
        </>
      )}
    </span>
  )
}
