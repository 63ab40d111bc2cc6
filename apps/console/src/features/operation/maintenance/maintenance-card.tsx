import { getStatus } from '@hornets/contract/admin/live'
import { setMaintenance } from '@hornets/contract/admin/operation/maintenance'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { keyOf } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** For owners; others see nothing of it. */
export function MaintenanceCard() {
  const { t } = useTexts()
  const may = useMay(setMaintenance)
  const [reason, setReason] = useState('')
  const { isPending, mutate } = useMaintenance()
  if (!may) return null
  const begin = async () => {
    const isSure = await confirm({
      title: t('operation.maintenance.sure'),
      text: t('operation.maintenance.sureText'),
      action: t('operation.maintenance.begin'),
      danger: true,
    })
    if (isSure) mutate({ on: true, reason })
  }
  return (
    <div id="maintenance">
      <Card title={t('operation.maintenance.title')} description={t('operation.maintenance.text')}>
        <div className="mt-3 flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              label={t('operation.maintenance.reason')}
              maxLength={500}
              value={reason}
              onValueChange={setReason}
            />
          </div>
          <Button loading={isPending} onClick={() => void begin()}>
            {t('operation.maintenance.begin')}
          </Button>
        </div>
      </Card>
    </div>
  )
}

export function EndMaintenance() {
  const { t } = useTexts()
  const may = useMay(setMaintenance)
  const { isPending, mutate } = useMaintenance()
  if (!may) return null
  return (
    <Button variant="primary" loading={isPending} onClick={() => mutate({ on: false, reason: '' })}>
      {t('operation.maintenance.end')}
    </Button>
  )
}

function useMaintenance() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { on: boolean; reason: string }) => api.call(setMaintenance, { body }),
    onError: error => toast.error(failureText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(getStatus) }),
  })
}
