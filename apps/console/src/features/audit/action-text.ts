import { findText } from '../../i18n/texts.ts'

/** `account.two-factor-on` is the text `account_two_factor_on`. */
export const actionKey = (action: string): string => action.replace(/[.-]/g, '_')

/** What an action is called; by its own name where the catalogue has none yet. */
export function actionText(action: string): string {
  return findText(`audit.actions.${actionKey(action)}`) ?? action
}
