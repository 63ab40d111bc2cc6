import { useNavigate } from '@tanstack/react-router'
import { Network, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { readRelayAddress } from '../../api/other-relays/relay-address.ts'
import { addOtherRelay, removeOtherRelay, useOtherRelays } from '../../api/other-relays/relay-list.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** Adds, opens and forgets relays that the console runs by NIP-86. `unknown`: the URL names one that is not here. */
export function RelaysPage({ unknown }: { readonly unknown: boolean }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const relays = useOtherRelays()
  const open = (at: string) => void navigate({ to: '.', search: { at } as never })

  function remove(address: string): void {
    removeOtherRelay(address)
    toast.success(t('relays.removed'), { action: { label: t('ui.undo'), onClick: () => void addOtherRelay(address) } })
  }

  return (
    <div className="grid max-w-240 content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{t('shell.nav.otherRelays')}</h1>
        <p className="text-muted text-small">{t('relays.intro')}</p>
      </div>
      {unknown && <Alert kind="warning" title={t('relays.unknown')} />}
      <AddRelay onAdded={open} />
      {relays.length === 0 ? (
        <EmptyState icon={Network} title={t('relays.empty')} text={t('relays.emptyText')} />
      ) : (
        <ul className="rounded-md border border-line border-t-0 bg-surface">
          {relays.map(({ address, name }) => (
            <li key={address} className="flex items-center gap-3 rounded-t-md border-line border-t px-4 py-2">
              <button type="button" onClick={() => open(address)} className="min-w-0 flex-1 rounded-sm py-1 text-left">
                {name !== '' && <span className="block truncate font-semibold">{name}</span>}
                <span className="block truncate font-mono text-muted text-small">{address}</span>
              </button>
              <IconButton icon={Trash2} label={t('relays.remove', { address })} onClick={() => remove(address)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function AddRelay({ onAdded }: { readonly onAdded: (address: string) => void }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function add(event: FormEvent): void {
    event.preventDefault()
    const address = readRelayAddress(text)
    if (!address) setError(t('relays.add.invalid'))
    else if (!addOtherRelay(address)) setError(t('relays.add.full'))
    else onAdded(address)
  }

  return (
    <Card description={t('relays.add.hint')} title={t('relays.add.action')}>
      <form onSubmit={add} className="mt-3 flex flex-wrap items-end gap-3" noValidate>
        <TextField
          label={t('relays.add.label')}
          error={error}
          value={text}
          onValueChange={next => {
            setText(next)
            setError(undefined)
          }}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 basis-72"
        />
        <Button type="submit" variant="primary" icon={Plus}>
          {t('relays.add.action')}
        </Button>
      </form>
    </Card>
  )
}
