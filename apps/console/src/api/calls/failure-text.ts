import { translateSentence } from '../../i18n/sentence.ts'
import { t, translateMessage } from '../../i18n/texts.ts'
import { ApiError, messageOf } from './api-error.ts'

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0)

/** What to tell the user about anything that was thrown, in their language and with their numbers. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? translateSentence(error) : translateMessage(messageOf(error))
}

/** Why the data of a chart could not be had, in the user's language (DASH-11, R-82). */
export function chartFailureText(error: unknown): string {
  const status = statusOf(error)
  return status > 0 ? t('chart.responseNotOk', { status }) : translateMessage(messageOf(error))
}

/** Why a form could not be loaded or saved: the status, and the server's own words where it gave some (SET-19, ERR-10). */
export function formFailureText(error: unknown): string {
  const status = statusOf(error)
  if (status === 0 || status === 200) return translateMessage(messageOf(error))
  const told = error instanceof ApiError && error.spoken ? ` ${translateMessage(error.message)}` : ''
  return t('settings.httpError', { status }) + (told && `.${told}`)
}
