import { findText } from '../../i18n/texts.ts'

/** `account.two-factor-on` has the text `account_two_factor_on`. */
export const actionKey = (action: string): string => action.replace(/[.-]/g, '_')

export function actionText(action: string): string {
  return findText(`audit.actions.${actionKey(action)}`) ?? action
}
