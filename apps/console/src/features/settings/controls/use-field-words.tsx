import type { Field, Group } from '@hornets/contract/admin/settings'
import { type FixedSetting, getEnvironment } from '@hornets/contract/admin/settings/environment'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { offersCall } from '../../../api/server/server.ts'
import { useIsRole } from '../../../api/session/use-may.ts'
import { fieldTexts } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { formatNumber } from '../../../ui/text/format.ts'

export type Unit = 's' | 'ms' | 'min' | 'h' | 'entries' | 'days'

interface FieldWords {
  readonly label: ReactNode
  readonly description: ReactNode
  /** The role is too low for this setting, or the environment sets it; without permission to save, the whole form is disabled. */
  readonly disabled: boolean
}

/** A field's texts. `showsDefault` is false in rows of a list: new rows contain it. */
export function useFieldWords(group: Group, path: readonly string[], field: Field, showsDefault = true): FieldWords {
  const { t } = useTexts()
  const { title, description } = fieldTexts(group, path, field)
  const isTooLow = !useIsRole(field.role ?? 'viewer')
  const fixing = useFixing(group, path, field)
  const defaultText = useDefaultText(field)
  const notes = [
    field.effect === 'restart' && t('settings.restartNote'),
    defaultText && showsDefault && t('settings.default', { value: defaultText }),
    isTooLow && t('settings.ownerOnly'),
    fixing && t(fixing.isSavable ? 'settings.overridden' : 'settings.byEnvironment', { variable: fixing.variable }),
  ].filter(Boolean)
  return {
    label: title,
    // Addresses can be wider than a phone.
    description: <span className="wrap-anywhere">{[description, ...notes.map(note => `${note}.`)].join(' ')}</span>,
    disabled: isTooLow || (fixing !== undefined && !fixing.isSavable),
  }
}

/** What of the environment sets it; undefined if nothing does. */
function useFixing({ name }: Group, path: readonly string[], { variable }: Field): FixedSetting | undefined {
  const enabled = variable !== undefined && offersCall(getEnvironment)
  const { data } = useQuery({ ...apiQuery(getEnvironment), enabled })
  return data?.fixed.find(({ group, key }) => group === name && key === path[0])
}

/** Its default as displayed; undefined if empty or a list. */
function useDefaultText({ default: value, unit }: Field): string | undefined {
  const { t } = useTexts()
  if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off')
  if (typeof value === 'number')
    return [formatNumber(value), unit && t(`settings.units.${unit as Unit}`)].filter(Boolean).join(' ')
  return typeof value === 'string' && value !== '' ? value : undefined
}
