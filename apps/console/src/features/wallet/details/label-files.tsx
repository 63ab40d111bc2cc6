import { exportLabels, importLabels, labelFileChars } from '@hornets/contract/wallet/addresses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { saveFile } from '../../../ui/buttons/save-file.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatBytes } from '../../../ui/text/format.ts'
import { Failure } from '../parts/failure.tsx'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import { LabelFileCheck, type LabelFileCounts } from './label-file-check.tsx'

const fileName = 'wallet-labels.jsonl'

export function LabelFiles() {
  const { t } = useTexts()
  const { checking, taking, isTooLarge, take } = useLabelImport()
  const saving = useMutation({
    mutationFn: () => wallet.text(exportLabels),
    onSuccess: jsonl => saveFile(fileName, jsonl, 'application/jsonl'),
  })
  function takenText({ imported, kept, released }: LabelFileCounts): string {
    return [
      t('wallet.labels.imported', { count: imported }),
      kept > 0 && t('wallet.labels.kept', { count: kept }),
      released > 0 && t('wallet.labels.released', { count: released }),
    ]
      .filter(Boolean)
      .join(' ')
  }
  return (
    <>
      <p className="text-caption text-muted">{t('wallet.labels.filesText')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={Download} loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('wallet.labels.export')}
        </Button>
        <FileButton
          size="small"
          loading={checking.isPending}
          accept=".jsonl,.json,.txt,application/jsonl"
          onFile={take}
        >
          {t('wallet.labels.import')}
        </FileButton>
      </div>
      {isTooLarge && <Alert kind="error">{t('wallet.labels.tooLarge', { limit: formatBytes(labelFileChars) })}</Alert>}
      {saving.error && <Failure error={saving.error} />}
      {checking.error && <Failure error={checking.error} />}
      {checking.data && (
        <LabelFileCheck
          counts={checking.data.counts}
          isBusy={taking.isPending}
          onTake={() => taking.mutate(checking.data.jsonl)}
          onCancel={checking.reset}
        />
      )}
      {taking.error && <Failure error={taking.error} />}
      {taking.data && <Alert kind="success">{takenText(taking.data)}</Alert>}
    </>
  )
}

/** A file is checked first, and taken once the owner has seen what it holds. */
function useLabelImport() {
  const queryClient = useQueryClient()
  const [isTooLarge, setTooLarge] = useState(false)
  const checking = useMutation({
    mutationFn: async (file: File) => {
      const jsonl = await file.text()
      return { jsonl, counts: await wallet.call(importLabels, { body: { jsonl, preview: true } }) }
    },
  })
  const taking = useMutation({
    mutationFn: (jsonl: string) => wallet.call(importLabels, { body: { jsonl } }),
    onSuccess: () => {
      checking.reset()
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: sessionQueries.labels.queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQueries.coins.queryKey }),
      ])
    },
  })
  function take(file: File): void {
    taking.reset()
    checking.reset()
    setTooLarge(file.size > labelFileChars)
    if (file.size <= labelFileChars) checking.mutate(file)
  }
  return { checking, taking, isTooLarge, take }
}
