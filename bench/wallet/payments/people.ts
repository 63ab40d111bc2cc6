import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Dice } from '../../../apps/relay/src/demo/history/dice.ts'
import { type PaymentsWorld, until } from './payments-world.ts'

const creditTries = 80

export interface Person {
  readonly pubkey: string
  readonly address: string
}

export async function signInAnew(world: PaymentsWorld, dice: Dice): Promise<Person> {
  const secret = generateSecretKey()
  const url = `${world.relay.publicUrl.replace(/^ws/, 'http')}/subscribe/account`
  const address = await until(async () => {
    const place = [10, dice.between(0, 255), dice.between(0, 255), dice.between(1, 254)].join('.')
    const headers = { authorization: signed(secret, url), 'x-forwarded-for': place }
    const account = (await (await fetch(url, { headers })).json()) as { address?: string }
    return account.address || undefined
  })
  return { pubkey: getPublicKey(secret), address }
}

function signed(secret: Uint8Array, url: string): string {
  const tags = [
    ['u', url],
    ['method', 'GET'],
  ]
  const event = finalizeEvent({ kind: 27_235, created_at: Math.floor(Date.now() / 1000), tags, content: '' }, secret)
  return `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
}

interface Subscriber {
  readonly credit_sats: number
  readonly paid_sats: number
}

export interface Entry {
  readonly id: number
  readonly kind: string
  readonly sats: number
  readonly undoes: number | null
  readonly refund?: {
    readonly recipient_address: string
    readonly intention: string
    readonly state: string
    readonly stuck?: { readonly reason: string }
  }
}

export async function readSubscriber(world: PaymentsWorld, { pubkey }: Person): Promise<Subscriber> {
  return (await world.ask(`/api/subscribers/${pubkey}`)).body
}

export async function readEntries(world: PaymentsWorld, { pubkey }: Person): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let after = ''; ; ) {
    const page = (await world.ask(`/api/subscribers/${pubkey}/timeline?limit=200${after}`)).body as {
      entries: Entry[]
      next: number | null
    }
    entries.push(...page.entries)
    if (page.next === null) return entries
    after = `&after=${page.next}`
  }
}

export async function payIn(world: PaymentsWorld, person: Person, sats: number): Promise<string> {
  const before = await readSubscriber(world, person)
  const txid = await world.node.pay(person.address, sats)
  await world.node.mine(1)
  const isCredited = async () =>
    (await readSubscriber(world, person)).paid_sats >= before.paid_sats + sats ? true : undefined
  // An earlier payment may be undone meanwhile.
  await until(isCredited, creditTries).catch(() => undefined)
  return txid
}
