import i18next from 'i18next'
import type english from '../../i18n/en.json'

type Known = keyof (typeof english)['audit']['actions']

/** What an action is called; by its own name where the catalogue has none yet. */
export function actionText(action: string): string {
  const key = action.replace(/[.-]/g, '_')
  return i18next.t(`audit.actions.${key as Known}`, { defaultValue: action })
}
