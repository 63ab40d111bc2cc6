import { type Confirmed, feeWord, type NeededConfirmation } from '@hornets/contract/wallet/confirmations'

export interface Needs {
  readonly list: readonly NeededConfirmation[]
  readonly password: boolean
  readonly word: boolean
  readonly repeat: boolean
  readonly approval: boolean
}

export interface Given {
  readonly password: string
  readonly word: string
  readonly repeats: boolean
}

export const nothingGiven: Given = { password: '', word: '', repeats: false }

/** @param hasPassword false for a watch-only wallet */
export function readNeeds(list: readonly NeededConfirmation[] = [], hasPassword = true): Needs {
  const has = (kind: NeededConfirmation['need']) => list.some(({ need }) => need === kind)
  return {
    list,
    password: hasPassword && (has('password') || has('fee_word')),
    word: has('fee_word'),
    repeat: has('repeat'),
    approval: has('approval'),
  }
}

export function isGiven(needs: Needs, { password, word, repeats }: Given): boolean {
  const isWordRight = word.trim().toUpperCase() === feeWord
  return (!needs.password || password !== '') && (!needs.word || isWordRight) && (!needs.repeat || repeats)
}

/** In the wallet's form; empty if nothing is needed. */
export function confirmedOf(needs: Needs, { password, word, repeats }: Given): Confirmed {
  return {
    ...(needs.password && { password }),
    ...(needs.word && { fee_word: word }),
    ...(needs.repeat && { repeat: repeats }),
  }
}
