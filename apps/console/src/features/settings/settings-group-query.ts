import { type Group, getSettings } from '@hornets/contract/admin/settings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'
import { loadGroup } from './form/save-group.ts'

export const settingsGroupQuery = (group: Group) =>
  queryOptions({
    ...cached(getSettings, { params: { group: group.name } }),
    queryFn: ({ signal }) => loadGroup(api, group, signal),
  })
