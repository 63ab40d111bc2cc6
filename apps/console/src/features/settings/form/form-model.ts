import { fieldKey, type Group, schemaOf } from '@hornets/contract/admin/settings'
import type * as z from 'zod/mini'
import {
  countPairChanges,
  draftOfPairs,
  fitPairs,
  mapOfPairs,
  type PairsForm,
  pairsForm,
  pairsWithDraft,
  readPairs,
} from '../controls/pairs.ts'
import { changedKeys, type GroupValues } from './group-values.ts'
import { sameValue } from './same-value.ts'
import { isFreeMap } from './save-group.ts'

export interface FormModel {
  readonly schema: z.ZodMiniObject
  toForm(values: GroupValues): GroupValues
  countChanges(loaded: GroupValues, form: GroupValues): number
  /** Keys that differ; the free map counts as one. */
  changedKeys(loaded: GroupValues, form: GroupValues): string[]
  edited(loaded: GroupValues, form: GroupValues): GroupValues
  /** What to keep of a form that could not be saved, by field or map name; no secrets. */
  draft(loaded: GroupValues, form: GroupValues): GroupValues
  /** For `restored`: what differs from an earlier form. In memory only, so secrets are included. */
  since(earlier: GroupValues, form: GroupValues): GroupValues
  /** The part of a draft that fits the form and differs from it: fields may have changed with a new version. */
  fit(draft: GroupValues, form: GroupValues): GroupValues
  restored(form: GroupValues, draft: GroupValues): GroupValues
  /** The form path of a field named by the server; undefined if the form does not show it. */
  formPath(serverPath: string, form: GroupValues): string | undefined
}

export function modelOf(group: Group): FormModel {
  return isFreeMap(group) ? pairsModel : fieldsModel(group)
}

function fieldsModel(group: Group): FormModel {
  const changed = (loaded: GroupValues, form: GroupValues) => changedKeys(group, loaded, form)
  const edited = (loaded: GroupValues, form: GroupValues) =>
    Object.fromEntries(changed(loaded, form).map(key => [key, form[key]]))
  const open = (keys: readonly string[]) => keys.filter(key => group.fields[key] && !group.fields[key].secret)
  return {
    schema: schemaOf(group.fields),
    toForm: values => Object.fromEntries(Object.keys(group.fields).map(key => [key, structuredClone(values[key])])),
    countChanges: (loaded, form) => changed(loaded, form).length,
    changedKeys: changed,
    edited,
    draft: (loaded, form) => Object.fromEntries(open(changed(loaded, form)).map(key => [key, form[key]])),
    since: edited,
    fit: (draft, form) =>
      Object.fromEntries(
        open(Object.keys(draft))
          .filter(key => sameKind(draft[key], form[key]) && !sameValue(draft[key], form[key]))
          .map(key => [key, draft[key]]),
      ),
    restored: (form, draft) => ({ ...form, ...structuredClone(draft) }),
    formPath(serverPath) {
      const [first = '', ...rest] = serverPath.replace(new RegExp(`^${group.name}\\.`), '').split('.')
      const key = fieldKey(group, first)
      return key in group.fields ? [key, ...rest].join('.') : undefined
    },
  }
}

/** Whether both are of the same kind: text, number, list …; nested values need the same names. */
function sameKind(one: unknown, other: unknown): boolean {
  if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) return false
  if (typeof one !== 'object' || one === null || other === null || Array.isArray(one))
    return (one === null) === (other === null)
  const [names, others] = [Object.keys(one), Object.keys(other as object)]
  const inner = (name: string) => sameKind((one as GroupValues)[name], (other as GroupValues)[name])
  return names.length === others.length && names.every(name => others.includes(name) && inner(name))
}

const pairsOf = (form: GroupValues) => (form as PairsForm).pairs

const pairsModel: FormModel = {
  schema: pairsForm,
  toForm: values => ({ pairs: readPairs(values) }),
  countChanges: (loaded, form) => countPairChanges(loaded, pairsOf(form)),
  changedKeys: (loaded, form) => (countPairChanges(loaded, pairsOf(form)) > 0 ? ['pairs'] : []),
  edited: (_loaded, form) => mapOfPairs(pairsOf(form)),
  draft: (loaded, form) => draftOfPairs(loaded, pairsOf(form)),
  since: (earlier, form) => draftOfPairs(mapOfPairs(pairsOf(earlier)), pairsOf(form)),
  fit: (draft, form) => fitPairs(draft, pairsOf(form)),
  restored: (form, draft) => ({ pairs: pairsWithDraft(pairsOf(form), draft) }),
  formPath(serverPath, form) {
    const name = serverPath.replace(/^query_cache\./, '')
    const index = pairsOf(form).findIndex(({ key }) => key.trim() === name)
    return index === -1 ? undefined : `pairs.${index}.value`
  },
}
