import { nostrProfile, profile, saveProfile } from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText, formFailureText } from '../../../api/calls/failure-text.ts'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { keepUser } from '../../../api/queries/account.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { sayDiscarded } from '../../../ui/drafts/say-discarded.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import {
  bodyOf,
  changedFields,
  fillFrom,
  fitProfile,
  type ProfileField,
  type ProfileValues,
  valuesOf,
} from './profile-fields.ts'

type Errors = Partial<Record<ProfileField, string>>

/** Edits over the saved values; they survive a failed save and the end of the session. Only changes are posted. */
export function useProfileForm(user: User) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const saved = valuesOf(user)
  const [edits, setEdits] = useState<Partial<ProfileValues>>({})
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const draft: ProfileValues = { ...saved, ...edits }
  const { filling, fill } = useFilling(draft, filled => setEdits(now => ({ ...now, ...filled })))
  const changed = changedFields(saved, draft)
  const unsaved = Object.fromEntries(changed.map(field => [field, draft[field]]))
  const kept = useDraft('profile', unsaved, {
    cut: given => fitProfile(draft, given),
    take: fitting => setEdits(now => ({ ...now, ...fitting })),
  })

  function change(field: ProfileField, value: string): void {
    setEdits(before => ({ ...before, [field]: value }))
    setErrors(before => ({ ...before, [field]: undefined }))
  }

  async function save(): Promise<void> {
    const body = bodyOf(saved, draft)
    const found = errorsOf(body)
    setErrors(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      const answer = await api.call(saveProfile, { body })
      keepUser(queryClient, answer.user)
      // Text typed while the answer was pending stays an edit.
      setEdits(now => withoutPosted(now, draft))
      toast.success(t('profile.info.saved'))
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(byField(error.fields))
      setFailure(formFailureText(error))
    } finally {
      setSaving(false)
    }
  }

  function reset(): void {
    setEdits({})
    setErrors({})
    setFailure(undefined)
    sayDiscarded(() => setEdits(now => ({ ...edits, ...now })))
  }

  return { draft, errors, failure, changed, saving, filling, change, save, fill, reset, kept }
}

/** Fills the form from the admin's own kind 0, without saving. */
function useFilling(draft: ProfileValues, onFilled: (filled: Partial<ProfileValues>) => void) {
  const { t } = useTexts()
  const [filling, setFilling] = useState(false)
  async function fill(): Promise<void> {
    setFilling(true)
    try {
      const { found, fields } = await api.call(nostrProfile)
      const { filled, count } = fillFrom(draft, fields)
      if (count > 0) onFilled(filled)
      if (!found) toast.info(t('profile.info.noNostrProfile'), { text: t('profile.info.noNostrProfileText') })
      else toast.info(t('profile.info.filled', { count }))
    } catch (error) {
      toast.error(failureText(error))
    } finally {
      setFilling(false)
    }
  }
  return { filling, fill }
}

function withoutPosted(edits: Partial<ProfileValues>, posted: ProfileValues): Partial<ProfileValues> {
  return Object.fromEntries(Object.entries(edits).filter(([field, value]) => value !== posted[field as ProfileField]))
}

function errorsOf(body: object): Errors {
  const result = z.partial(profile).safeParse(body)
  if (result.success) return {}
  return byField(Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message])))
}

/** `socials.twitter` → `twitter`: the form's field names. */
function byField(fields: Readonly<Record<string, string>>): Errors {
  return Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.split('.').at(-1), message]))
}
