import { listAccessChanges, undoAccessChange } from '@hornets/contract/admin/refusals/undo'
import { api } from '../../../api/calls/api.ts'
import { accountOf, readSession } from '../../../api/session/session.ts'
import { useMay } from '../../../api/session/use-may.ts'

/** Undoes this user's newest change of one action; undefined if they cannot undo at all. */
export function useUndoNewest() {
  const mayUndo = useMay(undoAccessChange)
  return (action: string) => {
    if (!mayUndo) return undefined
    return async () => {
      const own = accountOf(readSession())
      const { changes } = await api.call(listAccessChanges)
      const change = changes.find(one => one.action === action && one.actor === own)
      if (change) await api.call(undoAccessChange, { params: { id: change.id }, body: {} })
    }
  }
}
