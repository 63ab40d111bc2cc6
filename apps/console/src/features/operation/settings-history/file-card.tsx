import { exportSettings, importSettings } from '@hornets/contract/admin/settings/history'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { saveFile } from '../../../ui/buttons/save-file.ts'
import { Card } from '../../../ui/content/card.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { calendarDay } from '../../../ui/text/format.ts'
import { ImportDialog } from './import-dialog.tsx'

export function FileCard() {
  const { t } = useTexts()
  const mayImport = useMay(importSettings)
  const [isBusy, setBusy] = useState(false)
  const [text, setText] = useState<string>()

  async function save(): Promise<void> {
    setBusy(true)
    try {
      const file = await api.call(exportSettings)
      const name = `settings-${calendarDay(new Date())}.json`
      saveFile(name, JSON.stringify(file, null, 2), 'application/json')
      const left = file.left_out?.length ?? 0
      toast.success(t('settingsHistory.file.exported'), { text: t('settingsHistory.file.leftOut', { count: left }) })
    } catch (error) {
      toast.error(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={t('settingsHistory.file.title')} description={t('settingsHistory.file.text')}>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" loading={isBusy} onClick={() => void save()}>
          {t('settingsHistory.file.export')}
        </Button>
        {mayImport && (
          <FileButton size="small" accept=".json,application/json" onFile={file => void file.text().then(setText)}>
            {t('settingsHistory.file.import')}
          </FileButton>
        )}
      </div>
      {text !== undefined && <ImportDialog text={text} onClose={() => setText(undefined)} />}
    </Card>
  )
}
