import { fieldKey, type Group, schemaOf } from '@hornets/contract/admin/settings'
import type { z } from 'zod'
import { changedKeys, type GroupValues } from './group-values.ts'
import { countPairChanges, mapOfPairs, type PairsForm, pairsForm, readPairs } from './pairs.ts'
import { isFreeMap } from './save-group.ts'

/** What the form engine has to know of a group: groups with fields and the free map differ in nothing else. */
export interface FormModel {
  readonly schema: z.ZodObject
  /** Values of the group as the form holds them. */
  toForm(values: GroupValues): GroupValues
  /** How many fields differ from what was loaded. */
  countChanges(loaded: GroupValues, form: GroupValues): number
  /** Keys that differ; the free map is one thing. */
  changedKeys(loaded: GroupValues, form: GroupValues): string[]
  /** What is saved of a form that has passed its schema. */
  edited(loaded: GroupValues, form: GroupValues): GroupValues
  /** Path of a field in the form from the path that the server names; undefined when the form does not show it. */
  formPath(serverPath: string, form: GroupValues): string | undefined
}

export function modelOf(group: Group): FormModel {
  return isFreeMap(group) ? pairsModel : fieldsModel(group)
}

function fieldsModel(group: Group): FormModel {
  const changed = (loaded: GroupValues, form: GroupValues) => changedKeys(group, loaded, form)
  return {
    schema: schemaOf(group.fields),
    toForm: values => Object.fromEntries(Object.keys(group.fields).map(key => [key, structuredClone(values[key])])),
    countChanges: (loaded, form) => changed(loaded, form).length,
    changedKeys: changed,
    edited: (loaded, form) => Object.fromEntries(changed(loaded, form).map(key => [key, form[key]])),
    formPath(serverPath) {
      const [first = '', ...rest] = serverPath.replace(new RegExp(`^${group.name}\\.`), '').split('.')
      const key = fieldKey(group, first)
      return key in group.fields ? [key, ...rest].join('.') : undefined
    },
  }
}

const pairsOf = (form: GroupValues) => (form as PairsForm).pairs

const pairsModel: FormModel = {
  schema: pairsForm,
  toForm: values => ({ pairs: readPairs(values) }),
  countChanges: (loaded, form) => countPairChanges(loaded, pairsOf(form)),
  changedKeys: (loaded, form) => (countPairChanges(loaded, pairsOf(form)) > 0 ? ['pairs'] : []),
  edited: (_loaded, form) => mapOfPairs(pairsOf(form)),
  formPath(serverPath, form) {
    const name = serverPath.replace(/^query_cache\./, '')
    const index = pairsOf(form).findIndex(({ key }) => key.trim() === name)
    return index === -1 ? undefined : `pairs.${index}.value`
  },
}
