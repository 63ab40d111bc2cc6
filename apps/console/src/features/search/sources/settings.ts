import { type Fields, type Group, settingsGroups } from '@hornets/contract/admin/settings'
import { SlidersHorizontal } from 'lucide-react'
import { fieldTexts, groupTexts } from '../../../i18n/contract-texts.ts'
import type { Hit } from '../hits/hit.ts'
import { bestOf } from '../hits/match.ts'

interface Entry {
  readonly hit: Hit
  readonly texts: readonly string[]
}

const hitsMax = 8

/** Settings groups and their fields, by title, description and name; a field's link opens its group there. */
export function findSettings(query: string): Hit[] {
  return bestOf(settingEntries(), query, ({ texts }) => texts)
    .slice(0, hitsMax)
    .map(({ hit }) => hit)
}

export function settingHits(): Hit[] {
  return settingEntries().map(({ hit }) => hit)
}

function settingEntries(): Entry[] {
  return settingsGroups.flatMap(group => {
    const { title, description } = groupTexts(group)
    const hit: Hit = {
      key: `setting ${group.name}`,
      category: 'settings',
      icon: SlidersHorizontal,
      title,
      detail: description,
      target: { to: `/settings/${group.path}` },
    }
    return [{ hit, texts: [title, description, group.name] }, ...fieldEntries(group, group.fields, [], title)]
  })
}

function fieldEntries(group: Group, fields: Fields, above: readonly string[], groupTitle: string): Entry[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const path = [...above, key]
    const { title, description } = fieldTexts(group, path, field)
    const hit: Hit = {
      key: `setting ${group.name}.${path.join('.')}`,
      category: 'settings',
      icon: SlidersHorizontal,
      title,
      detail: `${groupTitle} · ${description}`,
      target: { to: `/settings/${group.path}`, hash: path.join('.') },
    }
    const entry = { hit, texts: [title, description, groupTitle, path.join('.')] }
    // Columns of rows cannot be linked to.
    return field.control === 'nested' ? [entry, ...fieldEntries(group, field.fields ?? {}, path, title)] : [entry]
  })
}
