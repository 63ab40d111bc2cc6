import { ApiError, noAnswerText } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { t } from '../../../i18n/texts.ts'

export function loadFailureText(error: unknown): string {
  const hasWords = error instanceof ApiError && (error.spoken || error.message === noAnswerText)
  return hasWords ? failureText(error) : t('media.loadFailed')
}
