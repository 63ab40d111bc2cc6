import { fetchHashList, getHashListShare, shareHashList } from '@hornets/contract/admin/files/hash-lists'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

/** The list as events: ours for other relays, and theirs for us. */
export function SharedLists() {
  const { t } = useTexts()
  const heading = useId()
  const mayShare = useMay(shareHashList)
  if (!mayShare) return null
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h3 id={heading} className="font-semibold">
        {t('media.lists.shared')}
      </h3>
      <Sharing />
      <Fetching />
    </section>
  )
}

function Sharing() {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data } = useQuery(apiQuery(getHashListShare))
  const { mutate, isPending } = useMutation({
    mutationFn: (shared: boolean) => api.call(shareHashList, { body: { shared } }),
    onSuccess: () => client.invalidateQueries(staleOn('files')),
    onError: error => toast.error(failureText(error)),
  })
  if (!data || data.pubkey === null) return null
  const isShared = data.events > 0
  return (
    <div className="flex flex-wrap items-center gap-2 text-small">
      <p className="min-w-60 flex-1 break-words text-muted">
        {isShared
          ? t('media.lists.sharing', { count: data.hashes, npub: npubOf(data.pubkey) })
          : t('media.lists.notShared')}
      </p>
      <Button size="small" loading={isPending} onClick={() => mutate(!isShared)}>
        {t(isShared ? 'media.lists.withdraw' : 'media.lists.share')}
      </Button>
    </div>
  )
}

function Fetching() {
  const { t } = useTexts()
  const client = useQueryClient()
  const [relay, setRelay] = useState('')
  const [pubkey, setPubkey] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call(fetchHashList, {
        body: { relay, pubkey, reason: t('media.lists.fetchReason', { relay }).slice(0, 500) },
      }),
    onSuccess: async ({ banned }) => {
      toast.success(t('media.bans.imported', { count: banned }))
      await client.invalidateQueries(staleOn('files'))
    },
    onError: error => toast.error(failureText(error)),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form onSubmit={send} className="flex flex-wrap items-end gap-2">
      <div className="min-w-40 flex-1">
        <TextField
          label={t('media.lists.relay')}
          placeholder={t('media.lists.relayExample')}
          value={relay}
          onValueChange={setRelay}
          autoComplete="off"
        />
      </div>
      <div className="min-w-40 flex-1">
        <TextField label={t('media.lists.pubkey')} value={pubkey} onValueChange={setPubkey} autoComplete="off" />
      </div>
      <Button type="submit" loading={isPending} disabled={relay === '' || pubkey === ''}>
        {t('media.lists.fetch')}
      </Button>
    </form>
  )
}
