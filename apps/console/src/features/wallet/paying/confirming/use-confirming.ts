import type { NeededConfirmation } from '@hornets/contract/wallet/confirmations'
import { useState } from 'react'
import { confirmedOf, isGiven, nothingGiven, readNeeds } from './confirmed.ts'

/** The confirmations needed by a payment's plan, and those given so far. */
export function useConfirming(list: readonly NeededConfirmation[] | undefined, isWatching: boolean | undefined) {
  const [given, onGiven] = useState(nothingGiven)
  const needs = readNeeds(list, isWatching !== true)
  return { needs, given, onGiven, isDone: isGiven(needs, given), confirmed: confirmedOf(needs, given) }
}
