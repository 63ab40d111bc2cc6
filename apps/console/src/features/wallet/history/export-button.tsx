import { exportHistory } from '@hornets/contract/wallet/accounting'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveFile } from '../../../ui/buttons/save-file.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { calendarDay, formatBytes, separatorOfCells } from '../../../ui/text/format.ts'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import { wallet } from '../service/wallet-service.ts'

/** Exports the whole history for spreadsheets; signs in to the wallet if needed. */
export function ExportHistoryButton() {
  const { t } = useTexts()
  const refusal = useOwnerRefusal()
  const exporting = useMutation({
    mutationFn: () => wallet.text(exportHistory, { query: { separator: separatorOfCells() } }),
    onSuccess: csv => {
      const name = `wallet-history-${calendarDay(new Date())}.csv`
      saveFile(name, csv, 'text/csv;charset=utf-8')
      toast.success(t('wallet.history.exported'), { text: `${name} · ${formatBytes(new Blob([csv]).size)}` })
    },
    onError: error => toast.error(failureText(error)),
  })
  return (
    <Button
      size="small"
      icon={Download}
      title={refusal}
      disabled={refusal !== undefined}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {t('wallet.history.export')}
    </Button>
  )
}
