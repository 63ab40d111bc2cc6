import { type Group, imageModeration, relayInfo, saveSettings } from '@hornets/contract/admin/settings'
import { useEffect } from 'react'
import { useRefusal } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { DraftNote } from '../../../ui/drafts/draft-note.tsx'
import { FormBar } from '../../../ui/forms/form-bar.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { FieldControl } from '../controls/field-control.tsx'
import { PairsControl } from '../controls/pairs-control.tsx'
import { RelayPreview } from '../relay-info/relay-preview.tsx'
import { ConnectionTest } from '../service/connection-test.tsx'
import { ThresholdPreview } from '../service/threshold-preview.tsx'
import { useInstalledModels } from '../service/use-installed-models.ts'
import type { GroupValues } from './group-values.ts'
import { isFreeMap } from './save-group.ts'
import { useGroupForm } from './use-group-form.ts'

interface GroupFormProps {
  readonly group: Group
  readonly loaded: GroupValues
  readonly onChanges: (changes: number) => void
}

export function GroupForm({ group, loaded, onChanges }: GroupFormProps) {
  const { t } = useTexts()
  const { form, changes, saving, failure, submit, reset, draft, unsavedBody } = useGroupForm(group, loaded)
  const fields = useInstalledModels(group)
  const refusal = useRefusal(saveSettings)
  useEffect(() => onChanges(changes), [changes, onChanges])
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      {draft && !refusal && (
        <DraftNote className="mb-4" at={draft.at} onRestore={draft.restore} onDiscard={draft.forget} />
      )}
      {/* Sticky, since Save may be far below (SET-19). */}
      {failure && (
        <Alert kind="error" title={t('settings.error')} className="sticky top-(--under-header) z-10 mb-4 shadow-float">
          {failure}
        </Alert>
      )}
      {/* SET-06 */}
      <fieldset
        disabled={refusal !== undefined}
        className="-mx-1 -mt-1 grid max-h-[2000px] gap-x-6 gap-y-5 overflow-y-auto px-1 py-1 lg:grid-cols-2 3xl:grid-cols-4"
      >
        {isFreeMap(group) ? (
          <PairsControl control={form.control} />
        ) : (
          Object.entries(fields).map(([key, field]) => (
            <FieldControl key={key} control={form.control} group={group} path={[key]} name={key} field={field} />
          ))
        )}
      </fieldset>
      {group.name === imageModeration.name && <ThresholdPreview control={form.control} />}
      {group.name === relayInfo.name && <RelayPreview control={form.control} />}
      <ConnectionTest group={group} body={unsavedBody} />
      <FormBar
        refusal={refusal}
        className="-mx-4 -mb-4 mt-4 px-4"
        changed={changes > 0 ? t('settings.changed', { count: changes }) : undefined}
        saving={saving}
        saveLabel={t('ui.save')}
        resetLabel={t('ui.reset')}
        onReset={() => void reset()}
      />
    </form>
  )
}
