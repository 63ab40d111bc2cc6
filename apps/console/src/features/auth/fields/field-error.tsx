import { translateMessage } from '../../../i18n/texts.ts'
import { FailedIcon } from '../icons.tsx'

interface FieldErrorProps {
  readonly id?: string
  /** In English; shown translated and announced. */
  readonly error: string | undefined
}

/** A field's error. Always in the document, because only changes inside existing elements are announced. */
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
