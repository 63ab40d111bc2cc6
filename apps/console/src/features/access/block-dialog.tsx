import { blockPubkey, deleteAuthorEvents, reasonChars, unblockPubkey } from '@hornets/contract/admin/access'
import { messages } from '@hornets/contract/messages'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { ApiError, messageOf } from '../../api/calls/api-error.ts'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useStoredCount } from '../../api/queries/use-stored-count.ts'
import { offers, offersCall } from '../../api/server/server.ts'
import { readPubkey } from '../../api/signers/pubkey.ts'
import { translateMessage, useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { type Days, dayChoices, endOf } from './lists/add-dialog.tsx'

interface BlockDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onBlocked: () => void
  /** The key it begins with, in any notation. */
  readonly start: string
}

export function BlockDialog({ open, onOpenChange, onBlocked, start }: BlockDialogProps) {
  const { t } = useTexts()
  const formId = useId()
  const [key, setKey] = useState(start)
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<Days>('0')
  const [deletes, setDeletes] = useState(false)
  const [keyError, setKeyError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const stored = useStoredCount((deletes && readPubkey(key)) || undefined)

  function close(): void {
    onOpenChange(false)
    setKey(start)
    setReason('')
    setDays('0')
    setDeletes(false)
    setKeyError(undefined)
    setFailure(undefined)
  }

  async function block(event: FormEvent): Promise<void> {
    event.preventDefault()
    const pubkey = readPubkey(key)
    if (!pubkey) {
      setKeyError(key.trim() === '' ? messages.npubRequired : messages.pubkeyInvalid)
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const done = await api.call(blockPubkey, {
        body: { pubkey, reason, expires_at: endOf(days), delete_events: deletes },
      })
      const deleted = done.still_deleting
        ? t('access.stillDeleting')
        : t('access.dialog.deleted', { count: done.deleted_events })
      const action = { label: t('ui.undo'), onClick: () => void undoBlock(t, pubkey, onBlocked) }
      toast.success(t('access.dialog.blocked'), { text: deletes ? deleted : undefined, action })
      onBlocked()
      close()
    } catch (error) {
      if (error instanceof ApiError && (error.status === 409 || error.fields.pubkey))
        setKeyError(error.fields.pubkey ?? messageOf(error))
      else setFailure(formFailureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={next => (next ? onOpenChange(true) : close())}
      title={t('access.dialog.title')}
      dirty={key.trim() !== start || reason.trim() !== ''}
      actions={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant={deletes ? 'danger' : 'primary'} loading={busy}>
            {submitText(t, deletes ? stored.count : 0)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={event => void block(event)} className="grid gap-4">
        {failure && (
          <Alert kind="error" title={t('settings.error')}>
            {failure}
          </Alert>
        )}
        <TextField
          label={t('access.dialog.pubkey')}
          description={t('access.dialog.pubkeyHint')}
          error={keyError && translateMessage(keyError)}
          value={key}
          onValueChange={next => {
            setKey(next)
            setKeyError(undefined)
          }}
          required
          mono
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label={t('access.dialog.reason')}
          description={t('access.dialog.reasonHint')}
          value={reason}
          onValueChange={setReason}
          maxLength={reasonChars}
        />
        <ExpiryChoice days={days} onDaysChange={setDays} />
        <DeleteChoice checked={deletes} onCheckedChange={setDeletes} storedText={stored.text} />
      </form>
    </Dialog>
  )
}

async function undoBlock(t: ReturnType<typeof useTexts>['t'], pubkey: string, onDone: () => void): Promise<void> {
  try {
    await api.call(unblockPubkey, { params: { pubkey } })
    toast.success(t('access.unblocked', { count: 1 }))
    onDone()
  } catch (error) {
    toast.error(formFailureText(error))
  }
}

function submitText(t: ReturnType<typeof useTexts>['t'], count: number | undefined): string {
  if (count === undefined) return t('access.dialog.submitDelete')
  return count === 0 ? t('access.dialog.submit') : t('access.dialog.submitDeleteCount', { count })
}

interface ExpiryChoiceProps {
  readonly days: Days
  readonly onDaysChange: (days: Days) => void
}

function ExpiryChoice({ days, onDaysChange }: ExpiryChoiceProps) {
  const { t } = useTexts()
  if (!offers('access expiry')) return null
  return (
    <Select
      label={t('access.lists.expiry')}
      value={days}
      onValueChange={onDaysChange}
      choices={dayChoices.map(value => ({ value, label: t(`access.lists.days.${value}`) }))}
    />
  )
}

interface DeleteChoiceProps {
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
  readonly storedText: ReactNode
}

function DeleteChoice({ checked, onCheckedChange, storedText }: DeleteChoiceProps) {
  const { t } = useTexts()
  if (!offersCall(deleteAuthorEvents)) return null
  return (
    <Checkbox
      checked={checked}
      onCheckedChange={onCheckedChange}
      label={t('access.dialog.delete')}
      description={
        <>
          {t('access.dialog.deleteHint')}{' '}
          <span role="status" className="font-semibold">
            {storedText}
          </span>
        </>
      }
    />
  )
}
