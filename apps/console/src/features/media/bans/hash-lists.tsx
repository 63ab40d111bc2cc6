import { exportHashList, type hashListFormats, importHashList } from '@hornets/contract/admin/files/hash-lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../../api/calls/api.ts'
import { download } from '../../../api/calls/download.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { saveFile } from '../../../ui/buttons/save-file.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'

type Format = (typeof hashListFormats)[number]
const exports: readonly (readonly [Format, string])[] = [
  ['lines', 'banned-files.txt'],
  ['csv', 'banned-files.csv'],
  ['json', 'banned-files.json'],
]

export function HashLists() {
  const { t } = useTexts()
  const client = useQueryClient()
  const may = useMay(importHashList)
  const { mutate, data, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const body = { text: await file.text(), reason: t('media.bans.importReason') }
      return api.call(importHashList, { body })
    },
    onSuccess: async ({ banned }) => {
      toast.success(t('media.bans.imported', { count: banned }))
      await client.invalidateQueries(staleOn('files'))
    },
    onError: error => toast.error(failureText(error)),
  })

  async function save(format: Format, name: string): Promise<void> {
    try {
      const options = { signal: new AbortController().signal, onProgress: () => undefined }
      const blob = await download(exportHashList, { query: { format }, ...options })
      saveFile(name, blob, blob.type)
    } catch (error) {
      toast.error(failureText(error))
    }
  }

  const [first] = data?.refused ?? []
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {may && (
          <FileButton size="small" accept=".txt,.csv,.json" loading={isPending} onFile={file => mutate(file)}>
            {t('media.bans.import')}
          </FileButton>
        )}
        {exports.map(([format, name]) => (
          <Button key={format} size="small" icon={Download} onClick={() => void save(format, name)}>
            {t(`media.bans.export.${format}`)}
          </Button>
        ))}
      </div>
      {data && first && (
        <Alert kind="warning">
          {t('media.bans.importRefused', {
            count: data.refused.length,
            line: first.line,
            error: translateMessage(first.error),
          })}
        </Alert>
      )}
    </div>
  )
}
