import {
  restoreSettingsVersion,
  type SettingsDifference,
  type SettingsVersion,
} from '@hornets/contract/admin/settings/history'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText, formFailureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { type Change, changesOf } from '../../../ui/content/changes.ts'
import { ChangesTable } from '../../../ui/content/changes-table.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { comparison, type Side } from './history-queries.ts'
import { sectionTitle, valueTitle } from './section-texts.ts'

export interface Restoring {
  readonly version: SettingsVersion
  readonly side: Side
}

export function RestoreDialog({ version, side, onClose }: Restoring & { readonly onClose: () => void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const { data, error, isFetching } = useQuery(comparison(version.id, side))
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const changes = data && !isFetching ? changesOf(data.now, data.restored) : undefined

  async function restore(newest: number): Promise<void> {
    setSaving(true)
    setFailure(undefined)
    try {
      await api.call(restoreSettingsVersion, { params: { id: version.id }, body: { side, newest } })
      toast.success(t('settingsHistory.restored', { section: sectionTitle(version.section) }))
      onClose()
    } catch (problem) {
      setFailure(failureText(problem))
    } finally {
      setSaving(false)
      for (const topic of ['settings', 'relay_settings', 'access'] as const)
        void queries.invalidateQueries(staleOn(topic))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isSaving}
      title={t('settingsHistory.restoreTitle', { section: sectionTitle(version.section) })}
      description={t(`settingsHistory.restoreText.${side}`, { time: formatDateTime(version.at) })}
      actions={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={isSaving}
            disabled={!changes?.length}
            onClick={() => data && void restore(data.newest)}
          >
            {t('settingsHistory.restoreAction')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {failure && <Alert kind="error" title={failure} />}
        {error && <Alert kind="error" title={formFailureText(error)} />}
        {!changes && !error && <RowsSkeleton rows={3} className="h-8" />}
        {data && changes && <Difference difference={data} changes={changes} />}
      </div>
    </Dialog>
  )
}

interface DifferenceProps {
  readonly difference: SettingsDifference
  readonly changes: readonly Change[]
}

function Difference({ difference: { section, secrets }, changes }: DifferenceProps) {
  const { t } = useTexts()
  if (changes.length === 0) return <p role="status">{t('settingsHistory.same')}</p>
  return (
    <>
      <ChangesTable
        changes={changes}
        before={t('settingsHistory.now')}
        after={t('settingsHistory.then')}
        titleOf={path => valueTitle(section, path)}
      />
      {secrets.length > 0 && (
        <p className="wrap-anywhere text-muted text-small">
          {t('settingsHistory.secretsStay', { names: secrets.join(', ') })}
        </p>
      )}
    </>
  )
}
