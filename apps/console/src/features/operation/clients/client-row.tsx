import type { ConnectedClient } from '@hornets/contract/admin/operation/clients'
import { Ellipsis, ShieldBan, Unplug } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/buttons/menu.tsx'
import { formatBytes, formatDuration, formatNumber } from '../../../ui/text/format.ts'
import { blockTimes, useClientActions } from './use-client-actions.ts'

export function ClientRow({ client }: { readonly client: ConnectedClient }) {
  const { t } = useTexts()
  const { address, agent, pubkeys, subscriptions, unsent_bytes, since } = client
  const per = (what: 'events' | 'requests') =>
    t(`operation.clients.${what}`, { count: client[what], rate: formatNumber(client[`${what}_per_minute`]) })
  const seconds = Math.max(0, (Date.now() - Date.parse(since)) / 1000)
  return (
    <li className="flex items-start gap-3 border-line border-b px-4 py-3 text-small last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 md:grid-cols-2">
        <div className="min-w-0">
          <p className="truncate font-mono" title={address}>
            <bdi>{address}</bdi>
          </p>
          <p className="truncate text-muted" title={agent}>
            <bdi>{agent || t('operation.clients.noAgent')}</bdi>
          </p>
          {pubkeys.map(pubkey => (
            <p key={pubkey}>
              <Person pubkey={pubkey} size="tiny" />
            </p>
          ))}
        </div>
        <div className="min-w-0 text-muted tabular-nums">
          <p>{per('events')}</p>
          <p>{per('requests')}</p>
          <p>
            {[
              t('operation.clients.subscriptions', { count: subscriptions }),
              t('operation.clients.since', { time: formatDuration(seconds) }),
              ...(unsent_bytes > 0 ? [t('operation.clients.unsent', { bytes: formatBytes(unsent_bytes) })] : []),
            ].join(' · ')}
          </p>
        </div>
      </div>
      <Actions client={client} />
    </li>
  )
}

/** A proxy on the relay's machine brings everybody: blocking it would lock all out. */
const isOwn = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address)

function Actions({ client }: { readonly client: ConnectedClient }) {
  const { t } = useTexts()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { disconnect, blockAddress, blockKeys } = useClientActions(client)
  return (
    <>
      <IconButton
        ref={anchor}
        icon={Ellipsis}
        label={t('operation.clients.actions', { address: client.address })}
        onClick={() => setOpen(true)}
      />
      <Menu open={isOpen} onOpenChange={setOpen} anchor={anchor}>
        <MenuItem icon={Unplug} onClick={() => void disconnect()}>
          {t('operation.clients.disconnect')}
        </MenuItem>
        {!isOwn(client.address) && <MenuSeparator />}
        {!isOwn(client.address) &&
          blockTimes.map(time => (
            <MenuItem key={time} icon={ShieldBan} danger onClick={() => void blockAddress(time)}>
              {t(`operation.clients.blockAddress.${time}`)}
            </MenuItem>
          ))}
        {client.pubkeys.length > 0 && <MenuSeparator />}
        {client.pubkeys.length > 0 &&
          blockTimes.map(time => (
            <MenuItem key={time} icon={ShieldBan} danger onClick={() => void blockKeys(time)}>
              {t(`operation.clients.blockKey.${time}`)}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
