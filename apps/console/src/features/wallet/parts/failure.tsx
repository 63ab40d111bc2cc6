import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly retrying?: boolean
}

/** Why a step cannot continue, in the wallet's words. */
export function Failure({ error, onRetry, retrying }: FailureProps) {
  const { t } = useTexts()
  return (
    <Alert
      kind="error"
      action={
        onRetry && (
          <Button size="small" onClick={onRetry} loading={retrying}>
            {t('ui.tryAgain')}
          </Button>
        )
      }
    >
      {failureText(error)}
    </Alert>
  )
}
