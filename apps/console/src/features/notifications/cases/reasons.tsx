import { reasonTemplatesMax, saveReasons } from '@hornets/contract/admin/notifications/cases'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

interface ReasonsProps {
  readonly reasons: readonly string[]
  readonly onChoose: (reason: string) => void
}

export function Reasons({ reasons, onChoose }: ReasonsProps) {
  const { t } = useTexts()
  const [isEditing, edit] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      {reasons.map((reason, at) => (
        <Button key={reason} size="small" className="max-w-full" onClick={() => onChoose(reason)}>
          {at < 9 && (
            <kbd className="rounded-sm border border-current px-1 font-sans text-caption pointer-coarse:hidden">
              {at + 1}
            </kbd>
          )}
          <bdi className="truncate">{reason}</bdi>
        </Button>
      ))}
      <Button size="small" variant="ghost" icon={Pencil} onClick={() => edit(true)}>
        {t('notifications.cases.editReasons')}
      </Button>
      {isEditing && <ReasonsDialog reasons={reasons} onClose={() => edit(false)} />}
    </div>
  )
}

function ReasonsDialog({ reasons, onClose }: Pick<ReasonsProps, 'reasons'> & { readonly onClose: () => void }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const before = reasons.join('\n')
  const [text, setText] = useState(before)
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const lines = text.split('\n').map(line => line.trim())
      await api.call(saveReasons, { body: { reasons: [...new Set(lines.filter(line => line !== ''))] } })
      await client.invalidateQueries(staleOn('cases'))
      onClose()
    } catch (error) {
      toast.error(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t('notifications.cases.editReasons')}
      description={t('notifications.cases.reasonsText', { count: reasonTemplatesMax })}
      dirty={text !== before}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <TextArea label={t('notifications.cases.reasons')} value={text} onValueChange={setText} rows={8} />
    </Dialog>
  )
}
