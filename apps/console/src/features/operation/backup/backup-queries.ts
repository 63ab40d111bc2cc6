import { type BackupState, getBackup, listSnapshots } from '@hornets/contract/admin/settings/backup'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'

/** While one runs its progress is read so often, and otherwise its schedule, ms. */
const [progressMs, restMs] = [1000, 30_000]

export const isRunning = ({ runs }: BackupState): boolean => runs[0]?.state === 'running'

export const backupQuery = queryOptions({
  ...apiQuery(getBackup),
  refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? progressMs : restMs),
})

export const snapshotsQuery = apiQuery(listSnapshots)
