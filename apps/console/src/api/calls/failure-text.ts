import { translateSentence } from '../../i18n/sentence.ts'
import { t, translateMessage } from '../../i18n/texts.ts'
import { ApiError, messageOf } from './api-error.ts'

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0)

/** The message for any thrown value, in the user's language with localized numbers. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? translateSentence(error) : translateMessage(messageOf(error))
}

/** Why a chart's data failed to load, in the user's language (DASH-11, R-82). */
export function chartFailureText(error: unknown): string {
  const status = statusOf(error)
  return status > 0 ? t('chart.responseNotOk', { status }) : translateMessage(messageOf(error))
}

/** Why a form failed to load or save: the status, and the server's message if there is one (SET-19, ERR-10). */
export function formFailureText(error: unknown): string {
  const status = statusOf(error)
  if (status === 0 || status === 200) return translateMessage(messageOf(error))
  const sentence = error instanceof ApiError && error.spoken ? ` ${translateMessage(error.message)}` : ''
  return t('settings.httpError', { status }) + (sentence && `.${sentence}`)
}

export const listFailures = { list: formFailureText, more: failureText }
