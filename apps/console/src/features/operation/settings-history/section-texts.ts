import { settingsGroups } from '@hornets/contract/admin/settings'
import type { SettingsSection } from '@hornets/contract/admin/settings/history'
import { fieldTexts, groupTexts } from '../../../i18n/contract-texts.ts'
import { t } from '../../../i18n/texts.ts'

/** As the page is called on which a section is edited. */
export function sectionTitle(section: SettingsSection): string {
  if (section === 'relay_settings') return t('shell.nav.relaySettings')
  if (section === 'access') return t('access.rights.title')
  const group = settingsGroups.find(({ name }) => name === section)
  return group ? groupTexts(group).title : section
}

/** The title of a changed value by its dotted path, where its form has one. */
export function valueTitle(section: SettingsSection, path: string): string | undefined {
  const group = settingsGroups.find(({ name }) => name === section)
  const [key = ''] = path.split('.')
  const field = group?.fields[key]
  return group && field && key === path ? fieldTexts(group, [key], field).title : undefined
}
