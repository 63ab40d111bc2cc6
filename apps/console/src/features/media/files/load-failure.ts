import { ApiError, noAnswerText } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { t } from '../../../i18n/texts.ts'

/** Why files could not be loaded: in the words of the error, where it has some (MEDIA-25). */
export function loadFailureText(error: unknown): string {
  const hasWords = error instanceof ApiError && (error.spoken || error.message === noAnswerText)
  return hasWords ? failureText(error) : t('media.loadFailed')
}
