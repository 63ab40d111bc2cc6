import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../buttons/button.tsx'
import { Alert } from './alert.tsx'

interface LoadAlertProps {
  readonly title: string
  /** What happened, in the user's language. */
  readonly message: string
  readonly onRetry: () => void
  readonly retrying: boolean
}

/** Stands where a form would: why it could not be filled, and another try. */
export function LoadAlert({ title, message, onRetry, retrying }: LoadAlertProps) {
  const { t } = useTexts()
  return (
    <Alert
      kind="error"
      title={title}
      action={
        <Button size="small" onClick={onRetry} loading={retrying}>
          {t('ui.tryAgain')}
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
