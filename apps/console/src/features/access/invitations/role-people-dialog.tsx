import { giveMemberRole, type MemberRole, takeMemberRole } from '@hornets/contract/admin/accounts/member-roles'
import { Link } from '@tanstack/react-router'
import { Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { npubOf, readPubkey } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { useAttempt } from './use-attempt.ts'

interface RolePeopleDialogProps {
  readonly role: MemberRole
  readonly onClose: () => void
}

const keysAtOnce = 300
const shownKeys = 200

/** Who has a role: gives it to keys, and takes it from them. */
export function RolePeopleDialog({ role, onClose }: RolePeopleDialogProps) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const isFixed = useRefusal(giveMemberRole) !== undefined
  const params = { id: role.id }
  const typed = text.split(/[\s,]+/).filter(Boolean)
  const wrong = typed.filter(key => readPubkey(key) === null)
  const isTooMany = typed.length > keysAtOnce

  const give = (pubkeys: string[]) => api.call(giveMemberRole, { params, body: { pubkeys } })
  const take = (pubkeys: string[]) => api.call(takeMemberRole, { params, body: { pubkeys } })

  async function add(): Promise<void> {
    const had = new Set(role.keys)
    const wanted = [...new Set(typed.flatMap(key => readPubkey(key) ?? []))].filter(key => !had.has(key))
    setBusy(true)
    const isDone =
      wanted.length === 0 ||
      (await attempt(() => give(wanted), {
        text: t('access.roles.given', { count: wanted.length }),
        undo: () => take(wanted),
      }))
    setBusy(false)
    if (isDone) setText('')
  }
  const remove = (pubkey: string) =>
    attempt(() => take([pubkey]), { text: t('access.roles.taken'), undo: () => give([pubkey]) })
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={<bdi>{role.label}</bdi>}
      description={t('access.roles.peopleText', { count: role.keys.length })}
      dirty={text.trim() !== ''}
      busy={busy}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <div className="grid gap-4">
        {!isFixed && (
          <>
            <TextArea
              label={t('access.lists.allowed-pubkeys.values')}
              description={t('access.roles.keysHint')}
              error={
                wrong.length > 0
                  ? t('access.roles.keysWrong', { count: wrong.length })
                  : isTooMany
                    ? t('access.roles.keysTooMany', { max: keysAtOnce })
                    : undefined
              }
              value={text}
              onValueChange={setText}
              rows={3}
            />
            <Button
              icon={UserPlus}
              loading={busy}
              disabled={typed.length === 0 || wrong.length > 0 || isTooMany}
              className="w-fit"
              onClick={() => void add()}
            >
              {t('access.roles.give')}
            </Button>
          </>
        )}
        <ul className="grid max-h-80 overflow-y-auto">
          {role.keys.slice(0, shownKeys).map(pubkey => (
            <li key={pubkey} className="flex items-center justify-between gap-2 border-line border-t">
              <Link to={`/people/${npubOf(pubkey)}`} className={`${textLink} font-mono text-small`}>
                {shortenMiddle(npubOf(pubkey))}
              </Link>
              <IconButton
                icon={Trash2}
                label={t('access.roles.takeOne', { key: shortenMiddle(npubOf(pubkey)) })}
                disabled={isFixed}
                onClick={() => void remove(pubkey)}
              />
            </li>
          ))}
        </ul>
        {role.keys.length > shownKeys && (
          <p className="text-caption text-muted">
            {t('access.roles.moreKeys', { count: role.keys.length - shownKeys })}
          </p>
        )}
      </div>
    </Dialog>
  )
}
