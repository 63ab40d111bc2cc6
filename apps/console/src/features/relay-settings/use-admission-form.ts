import { saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { type Translate, translateMessage, useTexts } from '../../i18n/texts.ts'
import { sayDiscarded } from '../../ui/drafts/say-discarded.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { type Admission, changedAdmission, fitAdmission } from './admission.ts'
import { admissionQuery } from './admission-query.ts'
import { dailyError } from './daily-section.tsx'
import { hasWrongLimit } from './file-limits/file-limit-draft.ts'
import { sizeError } from './size-section.tsx'
import { closesRelay, subscriptionError } from './tiers/tier-draft.ts'

/** Edits over the saved values; they survive a failed save and the end of the session. Only changes are posted. */
export function useAdmissionForm(saved: Admission) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { edits, setEdits, draft, changed, kept, change } = useAdmissionEdits(saved)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isClosing, setClosing] = useState(false)

  /** Asks first if only subscribers could write from then on. */
  async function save(): Promise<void> {
    const wrong = problemOf(draft, t)
    if (wrong) toast.error(wrong)
    else if (closesRelay(saved, draft)) setClosing(true)
    else await post(edits)
  }

  function saveClosing({ withFreeTier }: { readonly withFreeTier: boolean }): void {
    const next = withFreeTier ? { ...edits, freeTierEnabled: true } : edits
    setClosing(false)
    change({ ...draft, ...next })
    void post(next)
  }

  async function post(changes: Partial<Admission>): Promise<void> {
    setSaving(true)
    setFailure(undefined)
    try {
      await api.call(saveRelaySettings, { body: { relay_settings: changes } })
      const fresh = await queryClient.fetchQuery({ ...admissionQuery, staleTime: 0 })
      // What was changed meanwhile is not saved yet.
      setEdits(now => editsOf({ ...fresh, ...changes }, { ...fresh, ...now }))
      toast.success(t('relaySettings.saved'))
    } catch (error) {
      setFailure(`${formFailureText(error).replace(/\.$/, '')}. ${t('settings.keptEdits')}`)
    } finally {
      setSaving(false)
    }
  }

  async function reset(): Promise<void> {
    setFailure(undefined)
    try {
      await queryClient.fetchQuery({ ...admissionQuery, staleTime: 0 })
      setEdits({})
      sayDiscarded(() => setEdits(now => ({ ...edits, ...now })))
    } catch (error) {
      setFailure(formFailureText(error))
    }
  }

  const closing = isClosing && { cancel: () => setClosing(false), save: saveClosing }
  return { draft, changed, change, saving, failure, save, closing, reset, kept }
}

const editsOf = (saved: Admission, next: Admission): Partial<Admission> =>
  Object.fromEntries(changedAdmission(saved, next).map(key => [key, next[key]]))

function useAdmissionEdits(saved: Admission) {
  const [edits, setEdits] = useState<Partial<Admission>>({})
  const draft: Admission = { ...saved, ...edits }
  const changed = changedAdmission(saved, draft)
  const unsaved = Object.fromEntries(changed.map(key => [key, draft[key]]))
  const kept = useDraft('relay-settings', unsaved, {
    cut: given => fitAdmission(draft, given),
    take: fitting => setEdits(now => ({ ...now, ...fitting })),
  })
  const change = (next: Admission) => setEdits(editsOf(saved, next))
  return { edits, setEdits, draft, changed, kept, change }
}

/** Why it cannot be saved. */
function problemOf(draft: Admission, t: Translate): string | undefined {
  const wrong = sizeError(draft.maxfilesize) ?? dailyError(draft.dailyMegabytes)
  if (wrong) return translateMessage(wrong)
  if (subscriptionError(draft)) return t('relaySettings.tiers.error.any')
  return hasWrongLimit(draft) ? t('relaySettings.fileLimits.any') : undefined
}
