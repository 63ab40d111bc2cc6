import i18next from 'i18next'
import type english from '../../i18n/en.json'

type Known = keyof (typeof english)['audit']['actions']

/** `account.two-factor-on` is the text `account_two_factor_on`. */
export const actionKey = (action: string): string => action.replace(/[.-]/g, '_')

/** What an action is called; by its own name where the catalogue has none yet. */
export function actionText(action: string): string {
  return i18next.t(`audit.actions.${actionKey(action) as Known}`, { defaultValue: action })
}
