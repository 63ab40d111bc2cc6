import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { emitter } from '../../emitter.ts'
import { accountOf, readSession } from '../session/session.ts'
import type { RelayAddress } from './relay-address.ts'

const otherRelay = z.object({
  address: z.string(),
  /** From its document; empty until it was read. */
  name: z.string(),
  /** Offered to this operator's key; null until it was asked. */
  methods: z.nullable(z.array(z.string())),
})
/** A relay that this operator runs from here beside the one that serves the console. */
export type OtherRelay = z.infer<typeof otherRelay>

const relaysMax = 50
const none: readonly OtherRelay[] = []
const { emit, subscribe } = emitter()
let known: { readonly text: string | null; readonly relays: readonly OtherRelay[] } | undefined

/** In this browser only: nobody else can put an address there to which the console would send a signature. */
const keyHere = () => `otherRelays.${accountOf(readSession()) ?? ''}`

/** The same array until it changes. */
function readOtherRelays(): readonly OtherRelay[] {
  const text = localStorage.getItem(keyHere())
  if (known?.text !== text || !known) known = { text, relays: parse(text) }
  return known.relays
}

export const useOtherRelays = (): readonly OtherRelay[] => useSyncExternalStore(onChange, readOtherRelays)

/** False if the list is full. */
export function addOtherRelay(address: RelayAddress): boolean {
  const relays = readOtherRelays()
  if (relays.some(relay => relay.address === address)) return true
  if (relays.length >= relaysMax) return false
  write([...relays, { address, name: '', methods: null }])
  return true
}

export function removeOtherRelay(address: RelayAddress): void {
  write(readOtherRelays().filter(relay => relay.address !== address))
}

export function noteOtherRelay(address: RelayAddress, facts: Partial<Pick<OtherRelay, 'name' | 'methods'>>): void {
  write(readOtherRelays().map(relay => (relay.address === address ? { ...relay, ...facts } : relay)))
}

function write(relays: readonly OtherRelay[]): void {
  localStorage.setItem(keyHere(), JSON.stringify(relays))
  emit()
}

function parse(text: string | null): readonly OtherRelay[] {
  try {
    const parsed = z.array(otherRelay).safeParse(JSON.parse(text ?? '[]'))
    return parsed.success ? parsed.data : none
  } catch {
    return none
  }
}

function onChange(listener: () => void): () => void {
  const stop = subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
