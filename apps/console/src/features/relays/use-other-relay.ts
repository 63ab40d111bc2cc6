import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callRelay, RelayError, readAbout, readMethods } from '../../api/other-relays/relay-client.ts'
import { noteOtherRelay, type OtherRelay } from '../../api/other-relays/relay-list.ts'
import { npubOf } from '../../api/signers/pubkey.ts'
import { type Translate, useTexts } from '../../i18n/texts.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import { type Entry, paramsOf, readListed } from './entries.ts'
import { type ListName, sections } from './sections.ts'

/** Each question is signed: nothing is asked again by itself. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const
const keyOf = (address: string, ...rest: readonly string[]) => ['other-relay', address, ...rest]

export function useAbout({ address }: OtherRelay) {
  return useQuery({
    ...once,
    queryKey: keyOf(address, 'about'),
    async queryFn() {
      const about = await readAbout(address)
      noteOtherRelay(address, { name: about.name?.slice(0, 100) ?? '' })
      return about
    },
  })
}

/** Kept with the relay's address, so that opening it again needs no signature. */
export function useMethods({ address, methods }: OtherRelay) {
  return useQuery({
    ...once,
    queryKey: keyOf(address, 'methods'),
    enabled: methods === null,
    async queryFn() {
      const offered = await readMethods(address)
      noteOtherRelay(address, { methods: offered })
      return offered
    },
  })
}

/** A list of the relay, and what can be done with it; each change can be undone if the relay can do the opposite. */
export function useListed({ address, methods }: OtherRelay, name: ListName) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { noun, list, add, remove } = sections[name]
  const offers = (method: string) => method !== '' && methods?.includes(method) === true
  const offered = remove.filter(offers)
  const removing = add === '' ? offered : offered.slice(0, 1)
  const query = useQuery({
    ...once,
    queryKey: keyOf(address, 'list', list),
    enabled: offers(list),
    queryFn: async () => readListed(noun, await callRelay(address, list, [])),
  })

  async function call(method: string, entry: Entry): Promise<boolean> {
    try {
      await callRelay(address, method, paramsOf(noun, entry))
      return true
    } catch (error) {
      toast.error(relayFailureText(t, error), { text: error instanceof RelayError ? error.words : undefined })
      return false
    }
  }
  const show = (change: (entries: readonly Entry[]) => readonly Entry[]) =>
    client.setQueryData<readonly Entry[]>(keyOf(address, 'list', list), entries => entries && change(entries))
  const put = (entry: Entry) => show(entries => [entry, ...entries.filter(({ value }) => value !== entry.value)])
  const drop = ({ value }: Entry) => show(entries => entries.filter(one => one.value !== value))
  /** Other lists may have changed with it. */
  const forgetOthers = () =>
    client.removeQueries({ queryKey: keyOf(address, 'list'), predicate: ({ queryKey }) => queryKey.at(-1) !== list })

  const undoable = (opposite: string | undefined, entry: Entry, after: (entry: Entry) => void) => {
    if (!opposite || !offers(opposite)) return {}
    const undo = async () => (await call(opposite, entry)) && after(entry)
    return { action: { label: t('ui.undo'), onClick: () => void undo() } }
  }

  return {
    query: offers(list) ? query : undefined,
    canAdd: offers(add),
    removing,
    async add(entry: Entry): Promise<boolean> {
      const before = query.data?.find(({ value }) => value === entry.value)
      if (!(await call(add, entry))) return false
      put(entry)
      forgetOthers()
      const undo = before ? undoable(add, before, put) : undoable(removing[0], entry, drop)
      toast.success(t(`relays.done.${add as 'banpubkey'}`), undo)
      return true
    },
    async remove(method: string, entry: Entry): Promise<void> {
      if (!(await call(method, entry))) return
      drop(entry)
      forgetOthers()
      toast.success(t(`relays.done.${method as 'banpubkey'}`), undoable(add, entry, put))
    },
  }
}

/** Why another relay did not do it, in the user's language. */
export function relayFailureText(t: Translate, error: unknown): string {
  const { code, pubkey = '' } = error instanceof RelayError ? error : new RelayError('unreachable')
  const key = /^[0-9a-f]{64}$/.test(pubkey) ? shortenMiddle(npubOf(pubkey)) : ''
  return t(`relays.failure.${code}`, { key })
}
