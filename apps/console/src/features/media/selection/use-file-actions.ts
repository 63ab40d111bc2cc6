import {
  deleteFile,
  deleteFiles,
  type FileSelection,
  filesNamedMax,
  linkFileArchive,
  purgeFiles,
  restoreFiles,
  startFileJob,
  trashDays,
} from '@hornets/contract/admin/files/file-changes'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { follow } from '../../../api/calls/files/follow.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { t } from '../../../i18n/texts.ts'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatBytes } from '../../../ui/text/format.ts'

/** What an action is about, and how much that is. */
export interface Subject {
  readonly selection: FileSelection
  readonly files: number
  readonly bytes: number
}

export function useFileActions() {
  const client = useQueryClient()
  return useMemo(() => actionsWith(client), [client])
}

function actionsWith(client: QueryClient) {
  const readAgain = () => client.invalidateQueries(staleOn('files'))

  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      toast.error(failureText(error))
      return false
    } finally {
      await readAgain()
    }
  }
  const namedIn = ({ selection }: Subject) => ('hashes' in selection ? selection.hashes : undefined)

  async function restoreNamed(hashes: readonly string[]): Promise<void> {
    let restored = 0
    for (const part of partsOf(hashes)) restored += (await api.call(restoreFiles, { body: { hashes: part } })).restored
    toast.success(t('media.restored', { count: restored }))
  }
  async function trashNamed(hashes: readonly string[]): Promise<void> {
    const [only, ...others] = hashes
    let deleted = 0
    if (only !== undefined && others.length === 0) {
      await api.call(deleteFile, { params: { hash: only } })
      deleted = 1
    } else {
      for (const part of partsOf(hashes)) deleted += (await api.call(deleteFiles, { body: { hashes: part } })).deleted
    }
    const missing = hashes.length - deleted
    toast.success(t('media.deleted', { count: deleted }), {
      text: missing > 0 ? t('media.notThere', { count: missing }) : undefined,
      action: { label: t('media.undo'), onClick: () => void attempt(() => restoreNamed(hashes)) },
    })
  }
  async function startJob(action: 'trash' | 'restore', { selection, files }: Subject): Promise<void> {
    await api.call(startFileJob, { body: { action, selection } })
    toast.info(t(`media.job.${action}Begun`, { count: files }))
  }

  return {
    /** Asks, then puts files into the trash, from where they can be taken back. */
    async trash(subject: Subject): Promise<boolean> {
      const { files, bytes } = subject
      const isSure = await confirm({
        title: t('media.deleteTitle', { count: files }),
        text: t('media.deleteText', { count: trashDays, bytes: formatBytes(bytes) }),
        action: t('media.delete'),
        danger: true,
      })
      if (!isSure) return false
      const named = namedIn(subject)
      return attempt(() => (named ? trashNamed(named) : startJob('trash', subject)))
    },
    restore(subject: Subject): Promise<boolean> {
      const named = namedIn(subject)
      return attempt(() => (named ? restoreNamed(named) : startJob('restore', subject)))
    },
    /** Asks, then deletes for good what lies in the trash. The relay wants the password again. */
    async purge({ selection, files, bytes }: Subject): Promise<boolean> {
      const isSure = await confirm({
        title: t('media.purgeTitle', { count: files }),
        text: t('media.purgeText', { bytes: formatBytes(bytes) }),
        action: t('media.purge'),
        danger: true,
      })
      if (!isSure) return false
      return attempt(async () => {
        await api.call(purgeFiles, { body: { selection } })
        toast.info(t('media.job.purgeBegun', { count: files }))
      })
    },
    /** All files of a selection as one zip, which the relay makes while it sends it. */
    async downloadZip({ selection }: Subject): Promise<void> {
      try {
        const { path, files, bytes } = await api.call(linkFileArchive, { body: { selection } })
        follow(path, 'media.zip')
        toast.info(t('media.zipBegun', { count: files, bytes: formatBytes(bytes) }))
      } catch (error) {
        toast.error(failureText(error))
      }
    },
  }
}

/** So many as one call can name. */
function partsOf(hashes: readonly string[]): string[][] {
  const parts = []
  for (let at = 0; at < hashes.length; at += filesNamedMax) parts.push(hashes.slice(at, at + filesNamedMax))
  return parts
}
