import { type InvitationMail, inviteAdmin } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../../api/calls/api.ts'
import { ApiError } from '../../../../api/calls/api-error.ts'
import { failureText } from '../../../../api/calls/failure-text.ts'
import { translateMessage, useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { QrCode } from '../../../../ui/content/qr-code.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import { isLocal } from '../../../../ui/text/is-local.ts'
import { roles } from './roles.ts'

interface InviteDialogProps {
  readonly onClose: () => void
  readonly onInvited: () => void
}

export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const { t } = useTexts()
  const formId = useId()
  const [role, setRole] = useState<Role>('moderator')
  const { email, typeEmail, emailError, failure, busy, made, invite } = useInvitation(onInvited)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void invite(role)
  }
  if (made) return <MadeDialog {...made} email={email.trim()} onClose={onClose} />
  return (
    <Dialog
      open
      // A link being created cannot be closed away, since it is shown once.
      onOpenChange={open => !open && !busy && onClose()}
      title={t('profile.admins.invite')}
      description={t('profile.invite.text')}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            {t('profile.invite.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {failure && <Alert kind="error">{failure}</Alert>}
        <Select
          label={t('profile.invite.role')}
          description={t(`profile.invite.may.${role}`)}
          value={role}
          onValueChange={setRole}
          choices={roles.map(value => ({ value, label: t(`role.${value}.name`) }))}
        />
        <TextField
          label={t('profile.invite.email')}
          description={t('profile.invite.emailHint')}
          type="email"
          value={email}
          onValueChange={typeEmail}
          error={emailError}
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}

function useInvitation(onInvited: () => void) {
  const [email, setEmail] = useState('')
  const [emailError, setEmailError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ readonly link: string; readonly mail: InvitationMail }>()

  async function invite(role: Role): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const { token, link, mail } = await api.call(inviteAdmin, { body: { role, email: email.trim() } })
      // If the relay does not know its console's address, the current one is used.
      const here = `${location.origin}/auth/sign-up?invitation=${encodeURIComponent(token)}`
      setMade({ link: link ?? here, mail })
      onInvited()
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields.email : undefined
      if (wrong) setEmailError(translateMessage(wrong))
      else setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const typeEmail = (next: string) => {
    setEmail(next)
    setEmailError(undefined)
  }
  return { email, typeEmail, emailError, failure, busy, made, invite }
}

interface MadeDialogProps {
  readonly link: string
  readonly mail: InvitationMail
  readonly email: string
  readonly onClose: () => void
}

function MadeDialog({ link, mail, email, onClose }: MadeDialogProps) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      dirty={!copied && mail !== 'sent'}
      guard={{
        title: t('profile.invite.leave'),
        text: t('profile.invite.notKept'),
        action: t('ui.close'),
        yields: false,
      }}
      title={t('profile.invite.linkTitle')}
      description={t(`profile.invite.mail.${mail}`, { email })}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('profile.invite.done')}
        </Button>
      }
    >
      <div className="grid justify-items-center gap-3">
        {isLocal(link) && <Alert kind="warning" title={t('profile.invite.local')} />}
        <div className="w-48">
          <QrCode text={link} label={t('profile.invite.qr')} />
        </div>
        <p className="flex items-center gap-1">
          <code className="break-all font-mono text-caption">{link}</code>
          <CopyButton value={link} label={t('profile.invite.copy')} onCopied={() => setCopied(true)} />
        </p>
      </div>
    </Dialog>
  )
}
