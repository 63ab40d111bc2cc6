import { fileTotals } from '@hornets/contract/admin/files/catalogue'
import { api } from '../../../api/calls/api.ts'
import type { MediaFile } from '../files/media-file.ts'
import { type FileSearch, filterOf } from '../filters/file-search.ts'
import { toRequest } from './selection.ts'
import type { ChoosingState } from './use-choosing.ts'
import { type Subject, useFileActions } from './use-file-actions.ts'

export function useMediaActions(search: FileSearch, choosing: ChoosingState) {
  const actions = useFileActions()
  const chosen: Subject = { selection: toRequest(choosing.selection, filterOf(search)), ...choosing.amount }
  const only = ({ id, size }: MediaFile): Subject => ({ selection: { hashes: [id] }, files: 1, bytes: size })
  /** What was chosen has gone. */
  const thenStop = async (done: Promise<boolean>) => {
    if (await done) choosing.stop()
  }
  return {
    deleteChosen: () => thenStop(actions.trash(chosen)),
    restoreChosen: () => thenStop(actions.restore(chosen)),
    /** Everything in the trash, whatever filters leave of it. */
    emptyTrash: async () => {
      const { trashed } = await api.call(fileTotals)
      await actions.purge({ selection: { filter: { status: 'trashed' }, except: [] }, ...trashed })
    },
    purgeChosen: () => thenStop(actions.purge(chosen)),
    downloadChosen: () => actions.downloadZip(chosen),
    delete: (file: MediaFile) => actions.trash(only(file)),
    restore: (file: MediaFile) => actions.restore(only(file)),
    purge: (file: MediaFile) => actions.purge(only(file)),
  }
}

export type MediaActions = ReturnType<typeof useMediaActions>
