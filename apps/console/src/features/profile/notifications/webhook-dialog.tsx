import { addWebhook, type DeliverySettings } from '@hornets/contract/admin/notifications/delivery'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../ui/states/alert.tsx'

interface WebhookDialogProps {
  readonly onClose: () => void
  readonly onAdded: (settings: DeliverySettings) => void
}

/** Asks for an address, then shows the secret that signs what is posted there: once. */
export function WebhookDialog({ onClose, onAdded }: WebhookDialogProps) {
  const { t } = useTexts()
  const formId = useId()
  const { url, typeUrl, urlError, failure, busy, secret, add } = useNewWebhook(onAdded)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add()
  }
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog
      open
      // The secret is shown once, so a webhook being added cannot be closed away.
      onOpenChange={open => !open && !busy && onClose()}
      title={t('profile.delivery.addWebhook')}
      description={t('profile.delivery.webhookText')}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            {t('profile.delivery.add')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {failure && <Alert kind="error">{failure}</Alert>}
        <TextField
          label={t('profile.delivery.url')}
          type="url"
          inputMode="url"
          spellCheck={false}
          value={url}
          onValueChange={typeUrl}
          error={urlError}
        />
      </form>
    </Dialog>
  )
}

function useNewWebhook(onAdded: WebhookDialogProps['onAdded']) {
  const [url, setUrl] = useState('')
  const [urlError, setUrlError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string>()

  async function add(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const made = await api.call(addWebhook, { body: { url: url.trim() } })
      setSecret(made.secret)
      onAdded(made.settings)
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields.url : undefined
      if (wrong) setUrlError(translateMessage(wrong))
      else setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const typeUrl = (next: string) => {
    setUrl(next)
    setUrlError(undefined)
  }
  return { url, typeUrl, urlError, failure, busy, secret, add }
}

interface SecretDialogProps {
  readonly secret: string
  readonly onClose: () => void
}

function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      dirty={!copied}
      guard={{
        title: t('profile.delivery.secretLeave'),
        text: t('profile.delivery.secretNotKept'),
        action: t('ui.close'),
        yields: false,
      }}
      title={t('profile.delivery.secretTitle')}
      description={t('profile.delivery.secretText')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('profile.delivery.done')}
        </Button>
      }
    >
      <p className="flex items-center gap-1">
        <code className="break-all font-mono text-small">{secret}</code>
        <CopyButton value={secret} label={t('profile.delivery.copySecret')} onCopied={() => setCopied(true)} />
      </p>
    </Dialog>
  )
}
