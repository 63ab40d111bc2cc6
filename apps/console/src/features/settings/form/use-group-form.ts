import { zodResolver } from '@hookform/resolvers/zod'
import type { Group } from '@hornets/contract/admin/settings'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { sayDiscarded } from '../../../ui/drafts/say-discarded.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { settingsGroupQuery } from '../settings-group-query.ts'
import { firstError } from './first-error.ts'
import { modelOf } from './form-model.ts'
import { type GroupValues, overlayBody } from './group-values.ts'
import { saveGroup } from './save-group.ts'
import { confirmChanges, effectText, saveFailureText } from './save-words.ts'

/** The key of a group's stored edits. */
export const draftName = (group: Group) => `settings.${group.name}`

/** Edits survive a failed save, a change of group and the end of the session. */
export function useGroupForm(group: Group, loaded: GroupValues) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const model = useMemo(() => modelOf(group), [group])
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const form = useForm<GroupValues>({
    resolver: zodResolver(model.schema) as never,
    defaultValues: model.toForm(loaded),
    // Not on blur: an error appearing at mouse-down would move Save away.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  // Read, so that a reset knows the touched fields.
  void form.formState.dirtyFields
  const values = useWatch({ control: form.control }) as GroupValues
  const changes = model.countChanges(loaded, values)
  const draft = useDraft(draftName(group), model.draft(loaded, values), {
    cut: kept => model.fit(kept, values),
    take: restore,
  })

  useEffect(() => {
    form.reset(model.toForm(loaded), { keepDirtyValues: true, keepErrors: true })
  }, [form, model, loaded])

  function restore(edits: GroupValues): void {
    form.reset(model.restored(form.getValues(), edits), { keepDefaultValues: true })
  }

  /** What was edited since `submitted` stays. */
  async function reload(submitted?: GroupValues): Promise<void> {
    const fresh = await queryClient.fetchQuery({ ...settingsGroupQuery(group), staleTime: 0 })
    const edits = submitted && model.since(submitted, form.getValues())
    form.reset(model.toForm(fresh))
    if (edits) restore(edits)
  }

  async function save(data: GroupValues): Promise<void> {
    const keys = model.changedKeys(loaded, data)
    const submitted = structuredClone(form.getValues())
    if (!(await confirmChanges(group, keys))) return
    setSaving(true)
    setFailure(undefined)
    try {
      const restart = await saveGroup(api, group, loaded, model.edited(loaded, data))
      await reload(submitted)
      toast.success(t('settings.saved.title'), { text: effectText(group, keys, restart) })
    } catch (error) {
      setFailure(saveFailureText(error))
      if (error instanceof ApiError) {
        for (const [path, message] of Object.entries(error.fields)) {
          const shown = model.formPath(path, values)
          if (shown) form.setError(shown, { type: 'server', message })
        }
      }
    } finally {
      setSaving(false)
    }
  }

  function refuse(errors: FieldErrors): void {
    // biome-ignore lint/suspicious/noConsole: SET-17 asks for it
    console.warn('Validation failed', Object.keys(errors))
    const first = firstError(errors)
    if (first) toast.error(translateMessage(first))
  }

  async function reset(): Promise<void> {
    setFailure(undefined)
    const gone = model.since(model.toForm(loaded), values)
    try {
      await reload()
      sayDiscarded(() => restore(gone))
    } catch (error) {
      setFailure(formFailureText(error))
    }
  }

  /** What a save would post now. */
  const unsavedBody = () => overlayBody(group, loaded, model.edited(loaded, form.getValues()))

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const element = event.currentTarget
    await form.handleSubmit(save, refuse)(event)
    const wrong = element.querySelector<HTMLElement>('[aria-invalid="true"]')
    // Clear of what sticks above and below the form.
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus({ preventScroll: true })
  }

  return { form, changes, saving, failure, submit, reset, draft, unsavedBody }
}
