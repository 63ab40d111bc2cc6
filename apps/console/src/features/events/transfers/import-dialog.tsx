import { importEvents } from '@hornets/contract/admin/events/transfers'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { upload } from '../../../api/calls/files/upload.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'

interface ImportDialogProps {
  readonly onClose: () => void
  readonly onBegun: () => void
}

export function ImportDialog({ onClose, onBegun }: ImportDialogProps) {
  const { t } = useTexts()
  const [byRules, setByRules] = useState(false)
  const [sending, setSending] = useState<{ readonly share: number; readonly end: AbortController } | null>(null)
  const [error, setError] = useState('')
  async function send(file: File): Promise<void> {
    const end = new AbortController()
    setError('')
    setSending({ share: 0, end })
    try {
      await upload(importEvents, file, {
        query: { name: file.name.slice(0, 255), ...(byRules && { rules: '1' }) },
        signal: end.signal,
        onProgress: bytes => setSending({ share: file.size === 0 ? 1 : bytes / file.size, end }),
      })
      onBegun()
      onClose()
    } catch (failure) {
      setSending(null)
      if (!end.signal.aborted) setError(failureText(failure))
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={sending !== null}
      title={t('events.transfer.import')}
      description={t('events.transfer.importText')}
      actions={
        sending && (
          <Button onClick={() => sending.end.abort(new DOMException('', 'AbortError'))}>{t('ui.cancel')}</Button>
        )
      }
    >
      <div className="grid gap-3">
        <Checkbox
          checked={byRules}
          onCheckedChange={setByRules}
          disabled={sending !== null}
          label={t('events.transfer.rules')}
          description={t('events.transfer.rulesText')}
        />
        {sending ? (
          <ProgressBar label={t('events.transfer.sending')} value={sending.share} />
        ) : (
          <FileButton accept=".jsonl,.ndjson,.json,.gz" onFile={file => void send(file)} className="w-fit">
            {t('events.transfer.file')}
          </FileButton>
        )}
        {error && <Alert kind="error" title={error} />}
      </div>
    </Dialog>
  )
}
