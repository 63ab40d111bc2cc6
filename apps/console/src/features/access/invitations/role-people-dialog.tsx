import { giveMemberRole, type MemberRole, takeMemberRole } from '@hornets/contract/admin/accounts/member-roles'
import { Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { npubOf, readPubkey } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
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
            <KeysField text={text} onText={setText} wrong={wrongIn(typed)} count={typed.length} />
            <Button
              icon={UserPlus}
              loading={busy}
              disabled={typed.length === 0 || wrongIn(typed) > 0 || typed.length > keysAtOnce}
              className="w-fit"
              onClick={() => void add()}
            >
              {t('access.roles.give')}
            </Button>
          </>
        )}
        <RoleKeys keys={role.keys} onTake={isFixed ? undefined : pubkey => void remove(pubkey)} />
      </div>
    </Dialog>
  )
}

const wrongIn = (typed: readonly string[]) => typed.filter(key => readPubkey(key) === null).length

interface KeysFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** Keys that are none, of so many. */
  readonly wrong: number
  readonly count: number
}

function KeysField({ text, onText, wrong, count }: KeysFieldProps) {
  const { t } = useTexts()
  const tooMany = count > keysAtOnce ? t('access.roles.keysTooMany', { max: keysAtOnce }) : undefined
  return (
    <TextArea
      label={t('access.lists.allowed-pubkeys.values')}
      description={t('access.roles.keysHint')}
      error={wrong > 0 ? t('access.roles.keysWrong', { count: wrong }) : tooMany}
      value={text}
      onValueChange={onText}
      rows={3}
    />
  )
}

interface RoleKeysProps {
  readonly keys: readonly string[]
  /** Undefined: this user cannot. */
  readonly onTake: ((pubkey: string) => void) | undefined
}

function RoleKeys({ keys, onTake }: RoleKeysProps) {
  const { t } = useTexts()
  return (
    <>
      <ul className="grid max-h-80 overflow-y-auto">
        {keys.slice(0, shownKeys).map(pubkey => (
          <li key={pubkey} className="flex items-center justify-between gap-2 border-line border-t">
            <Person size="tiny" pubkey={pubkey} />
            <IconButton
              icon={Trash2}
              label={t('access.roles.takeOne', { key: shortenMiddle(npubOf(pubkey)) })}
              disabled={!onTake}
              onClick={() => onTake?.(pubkey)}
            />
          </li>
        ))}
      </ul>
      {keys.length > shownKeys && (
        <p className="text-caption text-muted">{t('access.roles.moreKeys', { count: keys.length - shownKeys })}</p>
      )}
    </>
  )
}
