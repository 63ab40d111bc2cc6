import type { Field, Group } from '@hornets/contract/admin/settings'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { fieldTexts } from '../../../i18n/contract-texts.ts'
import { t } from '../../../i18n/texts.ts'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { CurrentSettingsError } from './save-group.ts'

function titlesOf(group: Group, keys: readonly string[]): string {
  return keys
    .map(key => (group.fields[key] ? fieldTexts(group, [key], group.fields[key]).title : undefined))
    .filter(title => title !== undefined)
    .join(', ')
}

/** Asks for confirmation of fields whose change has consequences. True if there are none. */
export async function confirmChanges(group: Group, keys: readonly string[]): Promise<boolean> {
  const grave = keys.filter(key => group.fields[key]?.confirm)
  if (grave.length === 0) return true
  return confirm({
    title: t('settings.confirm.title', { count: grave.length, fields: titlesOf(group, grave) }),
    text: grave.map(key => fieldTexts(group, [key], group.fields[key] as Field).description).join(' '),
    action: t('settings.confirm.save'),
    danger: true,
  })
}

/** What applies now, and what waits for a restart. */
export function effectText(group: Group, keys: readonly string[], restart: readonly string[]): string | undefined {
  const waiting = keys.filter(key => restart.includes(key))
  const now = keys.filter(key => !restart.includes(key))
  const parts = [
    ['settings.saved.live', now],
    ['settings.saved.restart', waiting],
  ] as const
  const texts = parts.map(([words, of]) => {
    const fields = titlesOf(group, of)
    return fields && t(words, { fields })
  })
  return texts.filter(Boolean).join(' ') || undefined
}

export function saveFailureText(error: unknown): string {
  const what =
    error instanceof CurrentSettingsError && error.status > 0
      ? t('settings.fetchCurrentFailed', { status: error.status })
      : formFailureText(error instanceof CurrentSettingsError ? error.cause : error)
  return `${what.replace(/\.$/, '')}. ${t('settings.keptEdits')}`
}
