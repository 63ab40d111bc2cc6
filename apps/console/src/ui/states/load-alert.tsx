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
