import { banFiles } from '@hornets/contract/admin/files/file-bans'
import { deleteReportedEvent, deleteReportedFile } from '@hornets/contract/admin/notifications/reports'
import { api } from '../../../api/calls/api.ts'
import type { Reported } from './reported.ts'

export interface Removal {
  readonly blocksAuthor: boolean
  /** All other events of the author, who is blocked. */
  readonly deletesOthers: boolean
  /** The reason to ban the file for; undefined to delete it only. */
  readonly ban: string | undefined
}

export const onlyThis: Removal = { blocksAuthor: false, deletesOthers: false, ban: undefined }

/** Deletes what was reported. Answers whether deletions of other events still run. */
export async function remove({ kind, id }: Reported, { blocksAuthor, ban, ...removal }: Removal): Promise<boolean> {
  if (kind === 'file') {
    if (ban !== undefined) await api.call(banFiles, { body: { hashes: [id], reason: ban } })
    await api.call(deleteReportedFile, { params: { hash: id } })
    return false
  }
  const query = { block_author: wordOf(blocksAuthor), delete_events: wordOf(blocksAuthor && removal.deletesOthers) }
  const answer = await api.call(deleteReportedEvent, { params: { id }, query })
  return answer.still_deleting === true
}

const wordOf = (value: boolean): 'true' | 'false' => (value ? 'true' : 'false')
