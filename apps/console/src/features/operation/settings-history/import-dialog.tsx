import {
  compareSettingsFile,
  importSettings,
  type SettingsFile,
  type SettingsSection,
  settingsFile,
} from '@hornets/contract/admin/settings/history'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { changesOf } from '../../../ui/content/changes.ts'
import { ChangesTable } from '../../../ui/content/changes-table.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { sectionTitle, valueTitle } from './section-texts.ts'

type Changes = AnswerOf<typeof compareSettingsFile>['changes']

interface ImportDialogProps {
  readonly text: string
  readonly onClose: () => void
}

/** Shows what a file would change, section by section, restored saves the chosen ones. */
export function ImportDialog({ text, onClose }: ImportDialogProps) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [file] = useState(() => readFile(text))
  const [changes, setChanges] = useState<Changes>()
  const [left, setLeft] = useState<ReadonlySet<SettingsSection>>(new Set())
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const chosen = changes?.map(({ section }) => section).filter(section => !left.has(section)) ?? []

  useEffect(() => {
    if (!file) return
    api.call(compareSettingsFile, { body: { file } }).then(
      answer => setChanges(answer.changes),
      (error: unknown) => setFailure(problemOf(error)),
    )
  }, [file])

  async function save(from: SettingsFile): Promise<void> {
    setSaving(true)
    setFailure(undefined)
    try {
      const { saved } = await api.call(importSettings, { body: { file: from, sections: chosen } })
      toast.success(t('settingsHistory.file.imported', { count: saved.length }))
      onClose()
    } catch (error) {
      setFailure(problemOf(error))
    } finally {
      setSaving(false)
      for (const topic of ['settings', 'relay_settings', 'access'] as const)
        void queries.invalidateQueries(staleOn(topic))
    }
  }

  function choose(section: SettingsSection, isChosen: boolean): void {
    const next = new Set(left)
    if (isChosen) next.delete(section)
    else next.add(section)
    setLeft(next)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isSaving}
      title={t('settingsHistory.file.importTitle')}
      description={t('settingsHistory.file.importText')}
      actions={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={isSaving}
            disabled={chosen.length === 0}
            onClick={() => file && void save(file)}
          >
            {t('settingsHistory.file.importAction', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!file && <Alert kind="error" title={t('settingsHistory.file.unreadable')} />}
        {failure && <Alert kind="error" title={failure} />}
        {file && !changes && !failure && <RowsSkeleton rows={3} className="h-8" />}
        {changes && <Sections changes={changes} left={left} onChoose={choose} />}
      </div>
    </Dialog>
  )
}

interface SectionsProps {
  readonly changes: Changes
  readonly left: ReadonlySet<SettingsSection>
  readonly onChoose: (section: SettingsSection, isChosen: boolean) => void
}

function Sections({ changes, left, onChoose }: SectionsProps) {
  const { t } = useTexts()
  if (changes.length === 0) return <p role="status">{t('settingsHistory.same')}</p>
  return changes.map(({ section, now, restored }) => (
    <div key={section} className="grid gap-2">
      <Checkbox
        label={sectionTitle(section)}
        checked={!left.has(section)}
        onCheckedChange={isChosen => onChoose(section, isChosen)}
      />
      <ChangesTable
        changes={changesOf(now, restored)}
        before={t('settingsHistory.now')}
        after={t('settingsHistory.then')}
        titleOf={path => valueTitle(section, path)}
      />
    </div>
  ))
}

function readFile(text: string): SettingsFile | undefined {
  try {
    const result = settingsFile.safeParse(JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

/** With the name of the first field that is wrong. */
function problemOf(error: unknown): string {
  const [field] = error instanceof ApiError ? Object.entries(error.fields) : []
  return field ? `${field[0]}: ${translateMessage(field[1])}` : failureText(error)
}
