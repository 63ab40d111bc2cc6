import type { Field, Group } from '@hornets/contract/admin/settings'
import { getOllamaModels } from '@hornets/contract/admin/settings/services'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'

/** The group's fields, in Ollama's with the models that its server has before the others. */
export function useInstalledModels(group: Group): Group['fields'] {
  const isAsked = useMay(getOllamaModels) && group.name === 'ollama'
  const { data } = useQuery({ ...apiQuery(getOllamaModels), enabled: isAsked })
  const { model } = group.fields
  return data && model ? { ...group.fields, model: withFirst(model, data.models) } : group.fields
}

const withFirst = (field: Field, first: readonly string[]): Field => ({
  ...field,
  options: [...new Set([...first, ...(field.options ?? [])])],
})
