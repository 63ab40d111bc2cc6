import { tryAccess } from '@hornets/contract/admin/refusals/trial'
import { saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { statisticsQueries } from '../../api/queries/statistics-queries.ts'
import { offers, offersCall } from '../../api/server/server.ts'
import { useRefusal } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { DraftNote } from '../../ui/drafts/draft-note.tsx'
import { useUnsavedGuard } from '../../ui/drafts/use-unsaved-guard.ts'
import { FormBar } from '../../ui/forms/form-bar.tsx'
import { Alert } from '../../ui/states/alert.tsx'
import { type Admission, type StoredKind, subscriptionKeys } from './admission.ts'
import { CameraSection } from './camera-section.tsx'
import { DailySection } from './daily-section.tsx'
import { EffectNote } from './effect-note.tsx'
import { FileLimitsSection } from './file-limits/file-limits-section.tsx'
import { KindsSection } from './kinds-section.tsx'
import { MediaSection } from './media-section.tsx'
import { ModeCards } from './mode-cards.tsx'
import { ModerationSection } from './moderation-section.tsx'
import { rememberMode } from './remembered-mode.ts'
import { SizeSection } from './size-section.tsx'
import { ClosingQuestion } from './tiers/closing-question.tsx'
import { TierEffect } from './tiers/tier-effect.tsx'
import { TiersSection } from './tiers/tiers-section.tsx'
import { useAdmissionForm } from './use-admission-form.ts'

const formId = 'admission'

type Kinds = Pick<Admission, 'mode' | 'KindWhitelist' | 'KindBlacklist'>

export type TrialOfAdmission = ComponentType<{ readonly change: { readonly relay_settings: Kinds } }>

const isTried: ReadonlySet<keyof Admission> = new Set(['mode', 'KindWhitelist', 'KindBlacklist'] as const)
const triedOf = ({ mode, KindWhitelist, KindBlacklist }: Admission): Kinds => ({ mode, KindWhitelist, KindBlacklist })

interface AdmissionFormProps {
  readonly saved: Admission
  readonly trial: TrialOfAdmission
}

/** Mode, kinds, media types and size in one form (MODE-01). */
export function AdmissionForm({ saved, trial: Trial }: AdmissionFormProps) {
  const { t } = useTexts()
  const { draft, changed, change, saving, failure, save, closing, reset, kept } = useAdmissionForm(saved)
  const { data: stored } = useQuery(statisticsQueries.kinds)
  useEffect(() => rememberMode(saved.mode), [saved.mode])
  const refusal = useRefusal(saveRelaySettings)
  useUnsavedGuard(changed.length > 0, { drafted: true })
  return (
    <>
      {kept && !refusal && <DraftNote at={kept.at} onRestore={kept.restore} onDiscard={kept.forget} />}
      {failure && (
        <Alert kind="error" title={t('settings.error')}>
          {failure}
        </Alert>
      )}
      <fieldset disabled={refusal !== undefined} className="contents">
        <ModeCards mode={draft.mode} onModeChange={mode => change({ ...draft, mode })} />
        <KindsSection saved={saved} draft={draft} onChange={change} stored={stored} />
        <MediaSection saved={saved} draft={draft} onChange={change} />
        {offers('relay-settings limits') && (
          <>
            <SizeSection draft={draft} onChange={change} />
            <DailySection draft={draft} onChange={change} disabled={refusal !== undefined} />
            <FileLimitsSection draft={draft} onChange={change} disabled={refusal !== undefined} />
            <CameraSection draft={draft} onChange={change} />
          </>
        )}
        <ModerationSection draft={draft} onChange={change} />
        <TiersSection draft={draft} onChange={change} disabled={refusal !== undefined} />
      </fieldset>
      {offersCall(tryAccess) && changed.some(key => isTried.has(key)) && (
        <Trial change={{ relay_settings: triedOf(draft) }} />
      )}
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
        className="contents"
      >
        <FormBar
          refusal={refusal}
          formId={formId}
          changed={changed.length > 0 ? t('settings.changed', { count: changed.length }) : undefined}
          saving={saving}
          saveLabel={t('ui.save')}
          resetLabel={t('ui.reset')}
          onReset={() => void reset()}
          note={changed.length > 0 && <Effects saved={saved} draft={draft} changed={changed} stored={stored} />}
          className="rounded-md border px-4"
        />
      </form>
      {closing && (
        <ClosingQuestion freeTierLimit={draft.freeTierLimit} onCancel={closing.cancel} onSave={closing.save} />
      )}
    </>
  )
}

interface EffectsProps {
  readonly saved: Admission
  readonly draft: Admission
  readonly changed: readonly (keyof Admission)[]
  readonly stored: readonly StoredKind[] | undefined
}

/** What saving will do, to what is accepted and to who pays. */
function Effects({ saved, draft, changed, stored }: EffectsProps) {
  const isSold = (key: keyof Admission) => subscriptionKeys.some(one => one === key)
  return (
    <div className="grid gap-2 empty:hidden">
      {changed.some(key => !isSold(key)) && <EffectNote saved={saved} draft={draft} stored={stored} />}
      {changed.some(isSold) && <TierEffect saved={saved} draft={draft} />}
    </div>
  )
}
