import {
  type AccessChange,
  type AccessRights,
  getAccess,
  type ReadMode,
  saveAccess,
  type WriteMode,
} from '@hornets/contract/admin/access-rights'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { withCountdown } from '../../../api/drafts/with-countdown.ts'
import { cached, staleOn } from '../../../api/queries/cached.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { useUnsavedGuard } from '../../../ui/drafts/use-unsaved-guard.ts'
import { FormBar } from '../../../ui/forms/form-bar.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { TrialPanel } from '../rules/trial/trial-panel.tsx'
import { changeOf, draftOf, type PartProps, type Preset, presetOf, presets, type RightsDraft } from './rights-draft.ts'
import { TrustFields } from './trust-fields.tsx'

export function RightsPage() {
  const { t } = useTexts()
  const query = useQuery({
    ...cached(getAccess),
    queryFn: async ({ signal }) => (await api.call(getAccess, { signal })).access,
  })
  return (
    <div className="grid max-w-240 content-start gap-4 pt-4">
      <div>
        <h1 className="font-semibold text-title">{t('access.rights.title')}</h1>
        <p className="text-muted text-small">{t('access.rights.text')}</p>
      </div>
      <Loaded query={query} waiting={<RowsSkeleton rows={6} className="h-12" />} failureOf={formFailureText}>
        {saved => <RightsForm key={JSON.stringify(saved)} saved={saved} />}
      </Loaded>
    </div>
  )
}

function RightsForm({ saved }: { readonly saved: AccessRights }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const formId = useId()
  const refusal = useRefusal(saveAccess)
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const change = changeOf(saved, draft)
  const count = Object.keys(change).length
  useUnsavedGuard(count > 0)
  const set = (next: Partial<RightsDraft>) => setDraft(known => ({ ...known, ...next }))

  async function save(body: AccessChange): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const saving = () => api.call(saveAccess, { body: { access: body } })
      await withCountdown(api, { section: 'access', keys: Object.keys(body) }, saving)
      toast.success(t('access.rights.saved'), { action: { label: t('ui.undo'), onClick: () => void undo() } })
      await queryClient.invalidateQueries(staleOn('access'))
    } catch (error) {
      const field = error instanceof ApiError && Object.values(error.fields)[0]
      setFailure(field ? translateMessage(field) : formFailureText(error))
    } finally {
      setBusy(false)
    }
  }

  async function undo(): Promise<void> {
    await api.call(saveAccess, { body: { access: inFull(saved) } }).catch(error => toast.error(formFailureText(error)))
    await queryClient.invalidateQueries(staleOn('access'))
  }

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save(change)
      }}
      className="grid gap-4"
    >
      {failure && (
        <Alert kind="error" title={t('settings.error')}>
          {failure}
        </Alert>
      )}
      <fieldset disabled={refusal !== undefined} className="contents">
        <Presets draft={draft} disabled={refusal !== undefined} onChoose={preset => set(presets[preset])} />
        <Card title={t('access.rights.writeTitle')} description={t('access.rights.ownerPasses')}>
          <div className="mt-3">
            <RadioCards
              stacked
              label={t('access.rights.writeTitle')}
              value={draft.write}
              disabled={refusal !== undefined}
              onValueChange={write => set({ write })}
              cards={(['everyone', 'listed', 'invited', 'paying', 'trusted'] as const).map((value: WriteMode) => ({
                value,
                title: t(`access.rights.write.${value}.title`),
                description: t(`access.rights.write.${value}.text`),
              }))}
            />
          </div>
          <TrustFields saved={saved} draft={draft} onChange={set} />
        </Card>
        <Card title={t('access.rights.readTitle')} description={t('access.rights.readText')}>
          <div className="mt-3">
            <RadioCards
              stacked
              label={t('access.rights.readTitle')}
              value={draft.read}
              disabled={refusal !== undefined}
              onValueChange={read => set({ read })}
              cards={(['everyone', 'signed-in', 'writers'] as const).map((value: ReadMode) => ({
                value,
                title: t(`access.rights.read.${value}.title`),
                description: t(`access.rights.read.${value}.text`),
              }))}
            />
          </div>
        </Card>
        <Limits draft={draft} onChange={set} />
      </fieldset>
      {count > 0 && <TrialPanel change={{ access: change }} />}
      <FormBar
        refusal={refusal}
        formId={formId}
        changed={count > 0 ? t('settings.changed', { count }) : undefined}
        saving={busy}
        saveLabel={t('ui.save')}
        resetLabel={t('ui.reset')}
        onReset={() => setDraft(draftOf(saved))}
        className="rounded-md border px-4"
      />
    </form>
  )
}

const inFull = ({ trust, ...rest }: AccessRights): AccessChange => ({
  ...rest,
  trust: { roots: [...trust.roots], depth: trust.depth },
})

interface PresetsProps {
  readonly draft: RightsDraft
  readonly disabled: boolean
  readonly onChoose: (preset: Preset) => void
}

/** Common combinations, one choice each. */
function Presets({ draft, disabled, onChoose }: PresetsProps) {
  const { t } = useTexts()
  return (
    <RadioCards
      brief
      label={t('access.rights.presets')}
      value={presetOf(draft)}
      disabled={disabled}
      onValueChange={onChoose}
      cards={(['open', 'invite', 'closed', 'me'] as const).map(value => ({
        value,
        title: t(`access.rights.preset.${value}.title`),
        description: t(`access.rights.preset.${value}.text`),
      }))}
    />
  )
}

function Limits({ draft, onChange }: PartProps) {
  const { t } = useTexts()
  return (
    <Card title={t('access.rights.limits')} description={t('access.rights.limitsText')}>
      <div className="mt-3 grid gap-4 sm:grid-cols-3">
        <NumberField
          label={t('access.rights.work')}
          description={t('access.rights.workHint')}
          value={draft.min_pow}
          onValueChange={min_pow => onChange({ min_pow })}
          min={0}
          max={256}
        />
        <NumberField
          label={t('access.rights.past')}
          description={t('access.rights.pastHint')}
          unit={t('access.rights.seconds')}
          value={draft.created_at_past_seconds}
          onValueChange={created_at_past_seconds => onChange({ created_at_past_seconds })}
          min={0}
        />
        <NumberField
          label={t('access.rights.future')}
          description={t('access.rights.futureHint')}
          unit={t('access.rights.seconds')}
          value={draft.created_at_future_seconds}
          onValueChange={created_at_future_seconds => onChange({ created_at_future_seconds })}
          min={0}
        />
      </div>
    </Card>
  )
}
